import { emptyId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { Rejection, within } from "../rejection.ts";
import type { Staker } from "../state/staker.ts";
import type { State } from "../state/state.ts";
import type { AddDelegatorTx } from "../txs/add-delegator.ts";
import { verifySyntax } from "../txs/syntactic.ts";
import { maxUint64, minBigint } from "../uint64.ts";
import { type ExecutionContext, noEffects } from "./context.ts";
import { putStaker } from "./put-staker.ts";
import { verifyDuration, verifyStart } from "./staking-period.ts";
import {
  boundedBy,
  currentOrPendingValidator,
  isOverDelegated,
  maxValidatorWeightFactor,
  stakingRules,
} from "./staking-rules.ts";
import {
  type Execution,
  isDurango,
  moveFunds,
  type TxExecutor,
  verifyFlow,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (AddDelegatorTx) @ v1.12.1 */
export const executeAddDelegatorTx: TxExecutor<"AddDelegatorTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  verifyAddDelegatorTx(execution);
  putStaker(tx, unsigned, state, context);
  moveFunds(execution);
  return noEffects;
};

/** Returns the outputs with the stake: what an aborted proposal gives back. */
export function verifyAddDelegatorTx(
  execution: Execution<AddDelegatorTx>,
): readonly TransferableOutput[] {
  const { unsigned, state, context } = execution;
  if (isDurango(state, context)) {
    throw new Rejection("AddDelegatorTx is not permitted post-Durango");
  }
  verifySyntax(unsigned, context.chain);
  const { nodeID, start, end, weight } = unsigned.validator;
  const rules = stakingRules(state, emptyId, context);
  verifyDuration(start, end, rules);
  if (weight < rules.minDelegatorStake) {
    throw new Rejection("weight of this validator is too low");
  }
  const outputs = [...unsigned.baseTx.outputs, ...unsigned.stake];
  if (context.mode === "trusted") return outputs;
  verifyStart(unsigned.validator, state, context);
  const validator = currentOrPendingValidator(state, emptyId, nodeID);
  if (validator === undefined) {
    throw new Rejection(
      `failed to fetch the primary network validator for ${formatNodeId(nodeID)}: not found`,
    );
  }
  const weightMax = delegatedWeightMax(validator, state, context);
  if (!boundedBy(start, end, validator.startTime, validator.endTime)) {
    throw new Rejection(context.chain.network.release.texts.periodMismatch);
  }
  if (isOverDelegated(state, validator, weightMax, { weight, start, end })) {
    throw new Rejection("validator would be over delegated");
  }
  within("flow check failed", () => verifyFlow(execution, { outputs }));
  return outputs;
}

function delegatedWeightMax(validator: Staker, state: State, context: ExecutionContext): bigint {
  const { staking, upgrades } = context.chain.network;
  const multiple = maxValidatorWeightFactor * validator.weight;
  if (multiple > maxUint64) throw new Rejection("validator stake exceeds limit");
  return state.timestamp() >= upgrades.apricotPhase3
    ? minBigint(multiple, staking.maxValidatorStakeNavax)
    : multiple;
}
