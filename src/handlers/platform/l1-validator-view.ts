import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import type { CurrentL1Validator } from "../../generated/types.ts";
import type { L1Validator } from "../../pchain/state/l1-validator.ts";
import type { HandlerContext } from "../context.ts";
import { nodeIDText } from "../id-text.ts";
import { ownersView } from "./owner-view.ts";

/** A validator of an L1 with what is left of its balance after the last accepted block. */
export function l1ValidatorView(
  validator: L1Validator,
  { chain, state }: Pick<HandlerContext, "chain" | "state">,
): CurrentL1Validator {
  return {
    nodeID: nodeIDText(validator.nodeID),
    weight: validator.weight.toString(),
    startTime: validator.startTime.toString(),
    validationID: formatId(validator.validationID),
    publicKey: formatHex(validator.publicKey),
    remainingBalanceOwner: ownersView(validator.remainingBalanceOwner, chain),
    deactivationOwner: ownersView(validator.deactivationOwner, chain),
    minNonce: validator.minNonce.toString(),
    balance: balanceOf(validator, state.accruedFees()).toString(),
  };
}

/** In nAVAX; an inactive validator has none. */
function balanceOf({ endAccumulatedFee }: L1Validator, accruedFees: bigint): bigint {
  return endAccumulatedFee === 0n ? 0n : endAccumulatedFee - accruedFees;
}
