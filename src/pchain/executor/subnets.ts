import { within } from "../rejection.ts";
import {
  verifyPermissionedSubnetAuthorization,
  verifySubnetAuthorization,
} from "./authorization.ts";
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
  state.record({ kind: "subnet owner", subnetID, owner: newOwner });
  moveFunds(execution);
  return noEffects;
};

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (CreateChainTx) @ v1.12.1 */
export const executeCreateChainTx: TxExecutor<"CreateChainTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  verifyForm(execution);
  const credentials = verifyPermissionedSubnetAuthorization(
    tx,
    unsigned.subnetID,
    unsigned.subnetAuthorization,
    state,
    context,
  );
  verifyFlow(execution, { credentials });
  moveFunds(execution);
  state.addChain(tx);
  state.record({ kind: "chain created", chain: tx });
  return noEffects;
};

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (CreateSubnetTx) @ v1.12.1 */
export const executeCreateSubnetTx: TxExecutor<"CreateSubnetTx"> = (execution) => {
  const { tx, unsigned, state } = execution;
  verifyForm(execution);
  verifyFlow(execution);
  moveFunds(execution);
  state.addSubnet(tx.id);
  state.setSubnetOwner(tx.id, unsigned.owner);
  state.record({ kind: "subnet created", subnetID: tx.id });
  state.record({ kind: "subnet owner", subnetID: tx.id, owner: unsigned.owner });
  return noEffects;
};
