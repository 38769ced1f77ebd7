import { Rejection } from "../rejection.ts";
import { verifyAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { amountOf, changeL1Validator, refundBalance } from "./l1.ts";
import { moveFunds, requireEtna, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (DisableL1ValidatorTx) @ v1.12.1 */
export const executeDisableL1ValidatorTx: TxExecutor<"DisableL1ValidatorTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  requireEtna(state, context);
  verifyForm(execution);
  const validator = state.l1Validator(unsigned.validationID);
  if (validator === undefined) throw new Rejection("could not load L1 validator: not found");
  const credentials = verifyAuthorization(
    tx,
    { locktime: 0n, ...validator.deactivationOwner },
    unsigned.disableAuthorization,
    context,
  );
  verifyFlow(execution, { credentials });
  moveFunds(execution);
  if (validator.endAccumulatedFee === 0n) return noEffects;
  const place = { txID: tx.id, outputIndex: unsigned.baseTx.outputs.length };
  const returned = refundBalance(state, validator, place, context);
  const disabled = { ...validator, endAccumulatedFee: 0n };
  changeL1Validator(state, "disabled", disabled, -amountOf(returned), returned);
  return noEffects;
};
