import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection, within } from "../rejection.ts";
import { type Staker, stakerPriorities } from "../state/staker.ts";
import { verifySubnetAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { recordEnd } from "./time.ts";
import { moveFunds, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (RemoveSubnetValidatorTx) @ v1.12.1 */
export const executeRemoveSubnetValidatorTx: TxExecutor<"RemoveSubnetValidatorTx"> = (
  execution,
) => {
  const { tx, unsigned, state, context } = execution;
  const { subnetID, nodeID } = unsigned;
  verifyForm(execution);
  const current = state.currentValidator(subnetID, nodeID);
  const validator = current ?? state.pendingValidator(subnetID, nodeID);
  if (validator === undefined) {
    throw new Rejection(
      `${formatNodeId(nodeID)} isn't a current or pending validator of ${formatId(subnetID)}: not found`,
    );
  }
  if (!isPermissioned(validator)) {
    throw new Rejection("attempting to remove permissionless validator");
  }
  if (context.mode === "verified") {
    const credentials = verifySubnetAuthorization(
      tx,
      subnetID,
      unsigned.subnetAuthorization,
      state,
      context,
    );
    within("flow check failed", () => verifyFlow(execution, { credentials }));
  }
  if (current === undefined) state.deletePendingValidator(validator);
  else state.deleteCurrentValidator(validator);
  recordEnd(state, validator, "removed");
  moveFunds(execution);
  return noEffects;
};

/** Added by an AddSubnetValidatorTx: it has no delegators and no reward. */
export function isPermissioned({ priority }: Staker): boolean {
  return (
    priority === stakerPriorities.permissionedSubnetValidatorCurrent ||
    priority === stakerPriorities.permissionedSubnetValidatorPending
  );
}
