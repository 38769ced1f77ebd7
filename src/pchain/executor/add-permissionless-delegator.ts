import { isZero } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection, within } from "../rejection.ts";
import type { AddPermissionlessDelegatorTx } from "../txs/add-permissionless-delegator.ts";
import { maxUint64, minBigint } from "../uint64.ts";
import { noEffects } from "./context.ts";
import { putStaker } from "./put-staker.ts";
import { isPermissioned } from "./remove-subnet-validator.ts";
import { stakingStart, verifyDuration, verifyStart } from "./staking-period.ts";
import {
  boundedBy,
  currentOrPendingValidator,
  isOverDelegated,
  stakingRules,
  verifyStakedAsset,
} from "./staking-rules.ts";
import {
  type Execution,
  moveFunds,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (AddPermissionlessDelegatorTx) @ v1.12.1 */
export const executeAddPermissionlessDelegatorTx: TxExecutor<"AddPermissionlessDelegatorTx"> = (
  execution,
) => {
  const { tx, unsigned, state, context } = execution;
  verifyForm(execution);
  if (context.mode === "verified") verifyDelegator(execution);
  putStaker(tx, unsigned, state, context);
  moveFunds(execution);
  return noEffects;
};

function verifyDelegator(execution: Execution<AddPermissionlessDelegatorTx>): void {
  const { unsigned, state, context } = execution;
  const { subnetID } = unsigned;
  const { nodeID, end, weight } = unsigned.validator;
  const start = stakingStart(unsigned.validator, state, context);
  verifyStart(unsigned.validator, state, context);
  const rules = stakingRules(state, subnetID, context);
  if (weight < rules.minDelegatorStake) {
    throw new Rejection("weight of this validator is too low");
  }
  verifyDuration(start, end, rules, context);
  verifyStakedAsset(unsigned.stake, rules.assetID);
  const validator = currentOrPendingValidator(state, subnetID, nodeID);
  if (validator === undefined) {
    throw new Rejection(
      `failed to fetch the validator for ${formatNodeId(nodeID)} on ${formatId(subnetID)}: not found`,
    );
  }
  const multiple = minBigint(rules.maxValidatorWeightFactor * validator.weight, maxUint64);
  const weightMax = minBigint(multiple, rules.maxValidatorStake);
  if (!boundedBy(start, end, validator.startTime, validator.endTime)) {
    throw new Rejection(context.chain.network.release.texts.periodMismatch);
  }
  if (isOverDelegated(state, validator, weightMax, { weight, start, end })) {
    throw new Rejection("validator would be over delegated");
  }
  if (!isZero(subnetID) && isPermissioned(validator)) {
    throw new Rejection("delegation to permissioned validator");
  }
  const outputs = [...unsigned.baseTx.outputs, ...unsigned.stake];
  within("flow check failed", () => verifyFlow(execution, { outputs }));
}
