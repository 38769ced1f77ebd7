import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection, within } from "../rejection.ts";
import type { AddSubnetValidatorTx } from "../txs/subnet-validators.ts";
import { verifyPermissionedSubnetAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { putStaker } from "./put-staker.ts";
import {
  stakingStart,
  verifyDuration,
  verifyPrimaryNetworkPeriod,
  verifyStart,
} from "./staking-period.ts";
import { currentOrPendingValidator } from "./staking-rules.ts";
import {
  type Execution,
  moveFunds,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (AddSubnetValidatorTx) @ v1.12.1 */
export const executeAddSubnetValidatorTx: TxExecutor<"AddSubnetValidatorTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  verifyAddSubnetValidatorTx(execution);
  putStaker(tx, unsigned, state, context);
  moveFunds(execution);
  return noEffects;
};

export function verifyAddSubnetValidatorTx(execution: Execution<AddSubnetValidatorTx>): void {
  const { tx, unsigned, state, context } = execution;
  const { validator, subnetID } = unsigned.validator;
  const { staking } = context.chain.network;
  verifyForm(execution);
  const start = stakingStart(validator, state, context);
  const bounds = {
    minStakeDuration: staking.minStakeDurationSeconds,
    maxStakeDuration: staking.maxStakeDurationSeconds,
  };
  verifyDuration(start, validator.end, bounds, context);
  if (context.mode === "trusted") return;
  verifyStart(validator, state, context);
  if (currentOrPendingValidator(state, subnetID, validator.nodeID) !== undefined) {
    throw new Rejection(
      `attempted to issue duplicate validator for ${formatNodeId(validator.nodeID)} on subnet ${formatId(subnetID)}`,
    );
  }
  verifyPrimaryNetworkPeriod(state, validator, start, context);
  const credentials = verifyPermissionedSubnetAuthorization(
    tx,
    subnetID,
    unsigned.subnetAuthorization,
    state,
    context,
  );
  within("flow check failed", () => verifyFlow(execution, { credentials }));
}
