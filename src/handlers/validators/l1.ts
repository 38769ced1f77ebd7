import { type BytesKey, compareBytes, equalBytes, keyOf } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import type { CurrentL1Validator } from "../../generated/types.ts";
import type { L1Validator } from "../../pchain/state/l1-validator.ts";
import type { HandlerContext } from "../context.ts";
import { ownersView } from "../views/owners.ts";
import type { ValidatorRequest } from "./request.ts";

/** The active and inactive validators of an L1, by node ID or in the order of the request. */
export function l1Validators(
  { subnetID, nodeIDs }: ValidatorRequest,
  { state }: Pick<HandlerContext, "state">,
): L1Validator[] {
  if (state.subnetConversion(subnetID) === undefined) return [];
  const all: L1Validator[] = [];
  for (const validator of state.allL1Validators()) {
    if (equalBytes(validator.subnetID, subnetID)) all.push(validator);
  }
  if (nodeIDs.length === 0) return all.sort((a, b) => compareBytes(a.nodeID, b.nodeID));
  const byNode = new Map<BytesKey, L1Validator>(all.map((each) => [keyOf(each.nodeID), each]));
  return nodeIDs.flatMap((nodeID) => byNode.get(keyOf(nodeID)) ?? []);
}

/** An L1 validator with its remaining balance after the last accepted block. */
export function l1ValidatorView(
  validator: L1Validator,
  { chain, state, views }: Pick<HandlerContext, "chain" | "state" | "views">,
): CurrentL1Validator {
  return {
    nodeID: views.nodeID(validator.nodeID),
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

/** The remaining balance in nAVAX. An inactive validator has no balance. */
export function balanceOf({ endAccumulatedFee }: L1Validator, accruedFees: bigint): bigint {
  return endAccumulatedFee === 0n ? 0n : endAccumulatedFee - accruedFees;
}
