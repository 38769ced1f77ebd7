import { type BytesKey, compareBytes, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import type { L1Validator } from "../../pchain/state/l1-validator.ts";
import { stakerKind } from "../../pchain/state/staker.ts";
import type { HandlerContext } from "../context.ts";
import { currentlyListed, type ListedValidator, listValidators } from "./current.ts";
import { l1Validators } from "./l1.ts";

/** A current validator before it is formatted: the input of filters and sorting. */
export type Candidate = StakerCandidate | L1Candidate;

export type StakerCandidate = ListedValidator & { readonly kind: "staking" | "permissioned" };

export type L1Candidate = { readonly kind: "l1"; readonly validator: L1Validator };

/** An undefined subnet means every subnet, an empty list of nodes every node. */
export type CandidateRequest = {
  readonly subnetID: Id | undefined;
  readonly nodeIDs: readonly NodeId[];
};

/** Maps a candidate to a unique text. The texts sort in the order of the list. */
export type OrderKey = (candidate: Candidate) => string;

/**
 * Stakers by the end of their periods, then L1 validators by subnet and node. If the request names nodes, its order
 * applies to both groups.
 */
export function listCandidates(
  { subnetID, nodeIDs }: CandidateRequest,
  context: Pick<HandlerContext, "state">,
): { readonly candidates: readonly Candidate[]; readonly orderKey: OrderKey } {
  const orderKey = orderKeyOf(nodeIDs);
  if (subnetID !== undefined) {
    const request = { subnetID, nodeIDs };
    const stakers = currentlyListed(request, context).map(stakerCandidate);
    const l1 = l1Validators(request, context).map(l1Candidate);
    return { candidates: [...stakers, ...l1], orderKey };
  }
  const candidates = ofAllSubnets(nodeIDs, context);
  if (nodeIDs.length === 0) return { candidates, orderKey };
  const byKey = new Map(candidates.map((each) => [orderKey(each), each]));
  return { candidates: [...byKey.keys()].sort().map((key) => byKey.get(key)!), orderKey };
}

function ofAllSubnets(
  nodeIDs: readonly NodeId[],
  { state }: Pick<HandlerContext, "state">,
): Candidate[] {
  const asked = new Set<BytesKey>(nodeIDs.map(keyOf));
  const isAsked = ({ nodeID }: { readonly nodeID: NodeId }) =>
    asked.size === 0 || asked.has(keyOf(nodeID));
  const validatorKey = (each: { readonly subnetID: Id; readonly nodeID: NodeId }) =>
    keyOf(each.subnetID) + keyOf(each.nodeID);
  const stakers = listValidators([...state.currentStakers()].filter(isAsked), validatorKey);
  const l1 = [...state.allL1Validators()].filter(isAsked);
  l1.sort((a, b) => compareBytes(a.subnetID, b.subnetID) || compareBytes(a.nodeID, b.nodeID));
  return [...stakers.map(stakerCandidate), ...l1.map(l1Candidate)];
}

function stakerCandidate(listed: ListedValidator): Candidate {
  const kind = stakerKind(listed.staker) === "permissioned" ? "permissioned" : "staking";
  return { kind, staker: listed.staker, delegation: listed.delegation };
}

function l1Candidate(validator: L1Validator): Candidate {
  return { kind: "l1", validator };
}

/** Stakers before L1 validators, then the place in the request, then the order of `compareStakers`. */
function orderKeyOf(nodeIDs: readonly NodeId[]): OrderKey {
  const places = new Map<BytesKey, number>(nodeIDs.map((nodeID, at) => [keyOf(nodeID), at]));
  const placeOf = (nodeID: NodeId) =>
    places.size === 0 ? "" : padded(BigInt(places.get(keyOf(nodeID)) ?? 0), 10);
  return (candidate) => {
    if (candidate.kind === "l1") {
      const { subnetID, nodeID } = candidate.validator;
      return `1${placeOf(nodeID)}${bareHex(subnetID)}${bareHex(nodeID)}`;
    }
    const { nodeID, nextTime, priority, txID } = candidate.staker;
    const moves = padded(nextTime, 20) + padded(BigInt(priority), 2);
    return `0${placeOf(nodeID)}${moves}${bareHex(txID)}`;
  };
}

/** Decimal text that sorts like the number. */
export function padded(value: bigint, digits: number): string {
  return value.toString().padStart(digits, "0");
}

export function bareHex(bytes: Uint8Array): string {
  return formatHex(bytes).slice(2);
}
