import { type BytesKey, compareBytes, equalBytes, keyOf } from "../../formats/bytes.ts";
import type { L1Validator } from "../../pchain/state/l1-validator.ts";
import type { HandlerContext } from "../context.ts";
import type { ValidatorRequest } from "./validator-request.ts";

/** The validators of an L1, active or not, in the order of their node IDs or in that of the request. */
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
