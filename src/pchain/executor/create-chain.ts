import { verifyPermissionedSubnetAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { moveFunds, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

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
  return noEffects;
};
