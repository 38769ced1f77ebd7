import { noEffects } from "./context.ts";
import {
  moveFunds,
  requireDurango,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (BaseTx) @ v1.12.1 */
export const executeBaseTx: TxExecutor<"BaseTx"> = (execution) => {
  requireDurango(execution.state, execution.context);
  verifyForm(execution);
  verifyFlow(execution);
  moveFunds(execution);
  return noEffects;
};
