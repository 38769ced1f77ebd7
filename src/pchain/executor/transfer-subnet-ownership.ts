import { within } from "../rejection.ts";
import { verifySubnetAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import {
  moveFunds,
  requireDurango,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (TransferSubnetOwnershipTx) @ v1.12.1 */
export const executeTransferSubnetOwnershipTx: TxExecutor<"TransferSubnetOwnershipTx"> = (
  execution,
) => {
  const { tx, unsigned, state, context } = execution;
  const { subnetID, subnetAuthorization, newOwner } = unsigned;
  requireDurango(state, context);
  verifyForm(execution);
  if (context.mode === "verified") {
    const credentials = verifySubnetAuthorization(
      tx,
      subnetID,
      subnetAuthorization,
      state,
      context,
    );
    within("flow check failed", () => verifyFlow(execution, { credentials }));
  }
  state.setSubnetOwner(subnetID, newOwner);
  moveFunds(execution);
  return noEffects;
};
