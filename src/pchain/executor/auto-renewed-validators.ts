import { emptyId, equalBytes } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { Rejection, within } from "../rejection.ts";
import { potentialReward } from "../rewards/calculator.ts";
import { type Staker, stakerPriorities } from "../state/staker.ts";
import type { State } from "../state/state.ts";
import {
  type AddAutoRenewedValidatorTx,
  type SetAutoRenewedValidatorConfigTx,
  stakeWeight,
} from "../txs/auto-renewed-validators.ts";
import { addUint64 } from "../uint64.ts";
import { txTypes } from "../wire-types.ts";
import { verifyAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { recordStaker } from "./put-staker.ts";
import { currentOrPendingValidator, type StakingRules, validatorRules } from "./staking-rules.ts";
import { rewardParameters, supplyOf } from "./time.ts";
import {
  avax,
  type Execution,
  moveFunds,
  requireHelicon,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (AddAutoRenewedValidatorTx) @ v1.15.0-fuji */
export const executeAddAutoRenewedValidatorTx: TxExecutor<"AddAutoRenewedValidatorTx"> = (
  execution,
) => {
  const { tx, unsigned, state, context } = execution;
  verifyAdd(execution);
  const startTime = state.timestamp();
  const endTime = startTime + unsigned.period;
  const weight = stakeWeight(unsigned);
  const supply = supplyOf(state, emptyId);
  const parameters = rewardParameters(state, emptyId, startTime, context);
  const reward = potentialReward(parameters, unsigned.period, weight, supply);
  state.setCurrentSupply(emptyId, addUint64(supply, reward));
  const staker: Staker = {
    txID: tx.id,
    nodeID: unsigned.nodeID,
    publicKey: unsigned.signer.kind === "Empty" ? undefined : unsigned.signer.publicKey,
    subnetID: emptyId,
    weight,
    startTime,
    endTime,
    potentialReward: reward,
    nextTime: endTime,
    priority: stakerPriorities.primaryValidatorCurrent,
  };
  state.putCurrentValidator(staker);
  recordStaker(state, tx, staker, false);
  state.setAutoRenewal(unsigned.nodeID, {
    accruedValidationRewardsNavax: 0n,
    accruedDelegateeRewardsNavax: 0n,
    autoCompoundRewardShares: unsigned.autoCompoundRewardShares,
    nextPeriod: unsigned.period,
  });
  moveFunds(execution);
  return noEffects;
};

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (SetAutoRenewedValidatorConfigTx) @ v1.15.0-fuji */
export const executeSetAutoRenewedValidatorConfigTx: TxExecutor<
  "SetAutoRenewedValidatorConfigTx"
> = (execution) => {
  const { unsigned, state } = execution;
  const staker = verifySet(execution);
  const { nodeID } = staker;
  state.setAutoRenewal(nodeID, {
    ...state.autoRenewal(nodeID)!,
    autoCompoundRewardShares: unsigned.autoCompoundRewardShares,
    nextPeriod: unsigned.period,
  });
  state.record({ kind: "renewal configured", staker });
  moveFunds(execution);
  return noEffects;
};

function verifyAdd(execution: Execution<AddAutoRenewedValidatorTx>): void {
  const { unsigned, state, context } = execution;
  const { nodeID } = unsigned;
  requireHelicon(state, context);
  verifyForm(execution);
  if (context.mode === "trusted") return;
  const rules = validatorRules(state, emptyId, context);
  const weight = stakeWeight(unsigned);
  if (weight < rules.minValidatorStake) {
    throw new Rejection("weight of this validator is too low");
  }
  if (weight > rules.maxValidatorStake) {
    throw new Rejection("weight of this validator is too large");
  }
  if (unsigned.delegationShares < rules.minDelegationFee) {
    throw new Rejection("staker charges an insufficient delegation fee");
  }
  verifyPeriod(unsigned.period, rules);
  if (currentOrPendingValidator(state, emptyId, nodeID) !== undefined) {
    throw new Rejection(`duplicate validator: ${formatNodeId(nodeID)}`);
  }
  verifySpending(execution, { outputs: [...unsigned.baseTx.outputs, ...unsigned.stake] });
}

/** Returns the validator. */
function verifySet(execution: Execution<SetAutoRenewedValidatorConfigTx>): Staker {
  const { tx, unsigned, state, context } = execution;
  requireHelicon(state, context);
  verifyForm(execution);
  const added = addedBy(state, unsigned);
  const validator = state.currentValidator(emptyId, added.nodeID);
  if (validator === undefined) {
    throw new Rejection(`getting validator ${formatNodeId(added.nodeID)} from state: not found`);
  }
  if (!equalBytes(validator.txID, unsigned.txID)) {
    throw new Rejection("invalid staker tx: wrong tx id");
  }
  if (context.mode === "trusted") return validator;
  if (unsigned.period > 0n) verifyPeriod(unsigned.period, validatorRules(state, emptyId, context));
  const credentials = verifyAuthorization(tx, added.validatorAuthority, unsigned.auth, context);
  verifySpending(execution, { credentials });
  return validator;
}

function addedBy(state: State, { txID }: SetAutoRenewedValidatorConfigTx) {
  const stored = state.tx(txID);
  if (stored === undefined) throw new Rejection("getting staker tx: not found");
  const { unsigned } = stored.tx;
  if (unsigned.kind !== "AddAutoRenewedValidatorTx") {
    throw new Rejection(`invalid staker tx type: *${txTypes[unsigned.kind].goName}`);
  }
  return unsigned;
}

function verifyPeriod(period: bigint, rules: StakingRules): void {
  if (period < rules.minStakeDuration) throw new Rejection("staking period is too short");
  if (period > rules.maxStakeDuration) throw new Rejection("staking period is too long");
}

function verifySpending(
  execution: Execution<AddAutoRenewedValidatorTx | SetAutoRenewedValidatorConfigTx>,
  options: {
    readonly outputs?: readonly TransferableOutput[];
    readonly credentials?: Execution["tx"]["credentials"];
  },
): void {
  const { unsigned, context } = execution;
  const fee = within("calculating fee", () => execution.fee(unsigned));
  within("flow check failed", () =>
    verifyFlow(execution, { ...options, burned: [avax(context, fee)] }),
  );
}
