import type { Utxo } from "../components/utxo.ts";
import { Rejection } from "../rejection.ts";
import { maxUint64 } from "../uint64.ts";
import { parseL1ValidatorWeight } from "../warp/l1-messages.ts";
import { noEffects } from "./context.ts";
import {
  amountOf,
  changeL1Validator,
  parseManagerCall,
  recordCall,
  refundBalance,
  verifyManager,
} from "./l1.ts";
import { moveFunds, requireEtna, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (SetL1ValidatorWeightTx) @ v1.12.1 */
export const executeSetL1ValidatorWeightTx: TxExecutor<"SetL1ValidatorWeightTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  requireEtna(state, context);
  verifyForm(execution);
  verifyFlow(execution);

  const call = parseManagerCall(unsigned.message);
  const message = parseL1ValidatorWeight(call.payload);
  const validator = state.l1Validator(message.validationID);
  if (validator === undefined) throw new Rejection("could not load L1 validator: not found");
  if (message.nonce < validator.minNonce) {
    throw new Rejection(
      `warp message contains stale nonce ${message.nonce} must be at least ${validator.minNonce}`,
    );
  }
  verifyManager(state, validator.subnetID, call);
  const isRemoved = message.weight === 0n;
  let returned: Utxo | undefined;
  if (isRemoved) {
    if (state.l1ValidatorWeight(validator.subnetID) === validator.weight) {
      throw new Rejection("attempting to remove the last L1 validator from a converted subnet");
    }
    if (validator.endAccumulatedFee !== 0n) {
      const place = { txID: tx.id, outputIndex: unsigned.baseTx.outputs.length };
      returned = refundBalance(state, validator, place, context);
    }
  }
  const changed = {
    ...validator,
    // Only a removal may use the highest nonce, and then there is no next one.
    minNonce: (message.nonce + 1n) & maxUint64,
    weight: message.weight,
  };
  const paidBack = returned === undefined ? 0n : amountOf(returned);
  changeL1Validator(state, isRemoved ? "removed" : "weight", changed, -paidBack, returned);
  recordCall(state, "L1ValidatorWeight", validator.validationID, call);
  moveFunds(execution);
  return noEffects;
};
