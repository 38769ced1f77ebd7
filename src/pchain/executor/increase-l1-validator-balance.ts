import { Rejection, within } from "../rejection.ts";
import { addUint64 } from "../uint64.ts";
import { noEffects } from "./context.ts";
import { changeL1Validator, verifyActiveCapacity } from "./l1.ts";
import {
  avax,
  moveFunds,
  requireEtna,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (IncreaseL1ValidatorBalanceTx) @ v1.12.1 */
export const executeIncreaseL1ValidatorBalanceTx: TxExecutor<"IncreaseL1ValidatorBalanceTx"> = (
  execution,
) => {
  const { unsigned, state, context, fee } = execution;
  requireEtna(state, context);
  verifyForm(execution);
  const feeNavax = fee(unsigned);
  const add = () => addUint64(feeNavax, unsigned.balance);
  const { namesOverflows } = context.chain.network.release;
  const burned = namesOverflows ? within("adding fee", add) : add();
  verifyFlow(execution, { burned: [avax(context, burned)] });
  const validator = state.l1Validator(unsigned.validationID);
  if (validator === undefined) throw new Rejection("not found");
  if (validator.endAccumulatedFee === 0n) verifyActiveCapacity(state, context);
  const from = validator.endAccumulatedFee || state.accruedFees();
  const toppedUp = { ...validator, endAccumulatedFee: addUint64(from, unsigned.balance) };
  changeL1Validator(state, "topped up", toppedUp, unsigned.balance);
  moveFunds(execution);
  return noEffects;
};
