import { formatGoTime, goUnixSeconds } from "../../formats/go-time.ts";
import { formatId } from "../../formats/id.ts";
import type { FeeCalculator } from "../fees/calculator.ts";
import { Rejection, within } from "../rejection.ts";
import type { MutableState } from "../state/state.ts";
import type { AdvanceTimeTx } from "../txs/proposals.ts";
import type { Tx } from "../txs/tx.ts";
import type { UnsignedTxOf } from "../txs/unsigned-tx.ts";
import { verifyAddDelegatorTx } from "./add-delegator.ts";
import { verifyAddSubnetValidatorTx } from "./add-subnet-validator.ts";
import { verifyAddValidatorTx } from "./add-validator.ts";
import type { ExecutionContext, Outcomes } from "./context.ts";
import { putPendingStaker } from "./put-staker.ts";
import { executeRewardAutoRenewedValidatorTx } from "./reward-auto-renewed-validator.ts";
import { executeRewardValidatorTx } from "./reward-validator.ts";
import { advanceTimeTo, verifyNewChainTime } from "./time.ts";
import { consume, moveFunds, produce } from "./transaction.ts";

/**
 * Executes the transaction of a proposal block on both outcomes, or throws a Rejection.
 * avalanchego vms/platformvm/txs/executor/proposal_tx_executor.go @ v1.12.1
 */
export function executeProposalTx(
  tx: Tx,
  outcomes: Outcomes,
  fee: FeeCalculator,
  context: ExecutionContext,
): void {
  within(
    () => `proposal tx ${formatId(tx.id)} failed execution`,
    () => {
      const { unsigned } = tx;
      outcomes.commit.record({ kind: "tx", tx, status: "Committed" });
      outcomes.abort.record({ kind: "tx", tx, status: "Aborted" });
      switch (unsigned.kind) {
        case "RewardValidatorTx":
          return executeRewardValidatorTx(tx, unsigned, outcomes, context);
        case "RewardAutoRenewedValidatorTx":
          return executeRewardAutoRenewedValidatorTx(tx, unsigned, outcomes, context);
        case "AdvanceTimeTx":
          return executeAdvanceTimeTx(tx, unsigned, outcomes, context);
        case "AddValidatorTx":
        case "AddSubnetValidatorTx":
        case "AddDelegatorTx":
          return executeProposedStaker(tx, unsigned, outcomes, fee, context);
        default:
          throw new Rejection("wrong transaction type");
      }
    },
  );
}

function executeAdvanceTimeTx(
  tx: Tx,
  { time }: AdvanceTimeTx,
  { commit }: Outcomes,
  context: ExecutionContext,
): void {
  if (tx.credentials.length > 0) {
    throw new Rejection("should have the same number of credentials as inputs");
  }
  const { banff } = context.chain.network.upgrades;
  if (goUnixSeconds(time) >= banff) {
    throw new Rejection(
      `AdvanceTimeTx issued after Banff: proposed timestamp (${formatGoTime(time)}) >= Banff fork time (${formatGoTime(banff)})`,
    );
  }
  verifyNewChainTime(time, commit, context);
  advanceTimeTo(commit, time, context);
}

type ProposedStakerTx = UnsignedTxOf<"AddValidatorTx" | "AddSubnetValidatorTx" | "AddDelegatorTx">;

/** Before Banff a new staker is a proposal; aborting it returns the stake. */
function executeProposedStaker(
  tx: Tx,
  unsigned: ProposedStakerTx,
  { commit, abort }: Outcomes,
  fee: FeeCalculator,
  context: ExecutionContext,
): void {
  const { banff } = context.chain.network.upgrades;
  if (commit.timestamp() >= banff) {
    throw new Rejection(
      `staker transaction proposed after Banff: timestamp (${formatGoTime(commit.timestamp())}) >= Banff fork time (${formatGoTime(banff)})`,
    );
  }
  const returned = verifyProposedStaker(tx, unsigned, commit, fee, context);
  moveFunds({ tx, unsigned, state: commit, fee, context });
  putPendingStaker(tx, unsigned, commit);
  consume(abort, unsigned.baseTx.inputs);
  const ownCount = unsigned.baseTx.outputs.length;
  produce(abort, tx.id, returned.slice(0, ownCount), "output");
  produce(abort, tx.id, returned.slice(ownCount), "stake", ownCount);
}

function verifyProposedStaker(
  tx: Tx,
  unsigned: ProposedStakerTx,
  state: MutableState,
  fee: FeeCalculator,
  context: ExecutionContext,
) {
  switch (unsigned.kind) {
    case "AddValidatorTx":
      return verifyAddValidatorTx({ tx, unsigned, state, fee, context });
    case "AddDelegatorTx":
      return verifyAddDelegatorTx({ tx, unsigned, state, fee, context });
    case "AddSubnetValidatorTx":
      verifyAddSubnetValidatorTx({ tx, unsigned, state, fee, context });
      return unsigned.baseTx.outputs;
  }
}
