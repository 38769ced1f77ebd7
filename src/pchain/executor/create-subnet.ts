import { noEffects } from "./context.ts";
import { moveFunds, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (CreateSubnetTx) @ v1.12.1 */
export const executeCreateSubnetTx: TxExecutor<"CreateSubnetTx"> = (execution) => {
  const { tx, unsigned, state } = execution;
  verifyForm(execution);
  verifyFlow(execution);
  moveFunds(execution);
  state.addSubnet(tx.id);
  state.setSubnetOwner(tx.id, unsigned.owner);
  return noEffects;
};
