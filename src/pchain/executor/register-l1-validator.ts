import { formatId } from "../../formats/id.ts";
import { Rejection } from "../rejection.ts";
import type { L1Validator } from "../state/l1-validator.ts";
import type { Expiry, State } from "../state/state.ts";
import { addUint64 } from "../uint64.ts";
import { parseRegisterL1Validator } from "../warp/l1-messages.ts";
import { noEffects } from "./context.ts";
import {
  changeL1Validator,
  endAccumulatedFee,
  parseManagerCall,
  recordCall,
  verifyManager,
} from "./l1.ts";
import {
  avax,
  moveFunds,
  proofCheck,
  requireEtna,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** The maximum time until a message expires; used messages are stored until then. */
const expiryWindowSeconds = 86_400n;

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (RegisterL1ValidatorTx) @ v1.12.1 */
export const executeRegisterL1ValidatorTx: TxExecutor<"RegisterL1ValidatorTx"> = (execution) => {
  const { unsigned, state, context, fee } = execution;
  requireEtna(state, context);
  verifyForm(execution);
  const burned = addUint64(fee(unsigned), unsigned.balance);
  verifyFlow(execution, { burned: [avax(context, burned)] });

  const call = parseManagerCall(unsigned.message);
  const message = parseRegisterL1Validator(call.payload);
  verifyManager(state, message.subnetID, call);
  const expiry = { timestamp: message.expiry, validationID: message.validationID };
  verifyExpiry(state, expiry);
  const verifyProof = proofCheck(context);
  verifyProof({
    publicKey: message.blsPublicKey,
    proofOfPossession: unsigned.proofOfPossession,
  });
  const added: L1Validator = {
    validationID: message.validationID,
    subnetID: message.subnetID,
    nodeID: message.nodeID,
    publicKey: message.blsPublicKey,
    remainingBalanceOwner: message.remainingBalanceOwner,
    deactivationOwner: message.disableOwner,
    startTime: state.timestamp(),
    weight: message.weight,
    minNonce: 0n,
    endAccumulatedFee: endAccumulatedFee(state, unsigned.balance, context),
  };
  changeL1Validator(state, "registered", added, unsigned.balance);
  recordCall(state, "RegisterL1Validator", message.validationID, call);
  moveFunds(execution);
  state.putExpiry(expiry);
  return noEffects;
};

function verifyExpiry(state: State, expiry: Expiry): void {
  const now = state.timestamp();
  if (expiry.timestamp <= now) {
    throw new Rejection(`warp message expired at ${expiry.timestamp} and it is currently ${now}`);
  }
  const ahead = expiry.timestamp - now;
  if (ahead > expiryWindowSeconds) {
    throw new Rejection(
      `warp message not yet allowed because time is ${ahead} seconds in the future but the limit is ${expiryWindowSeconds}`,
    );
  }
  if (state.hasExpiry(expiry)) {
    throw new Rejection(
      `warp message already issued for validationID ${formatId(expiry.validationID)}`,
    );
  }
}
