import { type BytesKey, equalBytes, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import type { Staker } from "../../pchain/state/staker.ts";
import { idArgument, nodeIDArgument } from "../arguments.ts";
import type { ViewCache } from "../views/view-cache.ts";

/** The validators that a request names. An empty list of nodes means every node. */
export type ValidatorRequest = {
  readonly subnetID: Id;
  /** Distinct, in the order of the request. */
  readonly nodeIDs: readonly NodeId[];
};

/** Throws InvalidParams for a wrong checksum. */
export function validatorRequest(
  params: { readonly subnetID: string; readonly nodeIDs: readonly string[] },
  views: ViewCache,
): ValidatorRequest {
  const nodeIDs = nodeIDArguments(params.nodeIDs, views);
  return { subnetID: idArgument("subnetID", params.subnetID), nodeIDs };
}

/** Distinct, in the order of the request. Throws InvalidParams for a wrong checksum. */
export function nodeIDArguments(texts: readonly string[], views: ViewCache): NodeId[] {
  const nodeIDs = new Map<BytesKey, NodeId>();
  for (const [index, text] of texts.entries()) {
    let nodeID = views.nodeIDs.get(text);
    if (nodeID === undefined) {
      nodeID = nodeIDArgument(`nodeIDs[${index}]`, text);
      views.nodeIDs.set(text, nodeID);
    }
    nodeIDs.set(keyOf(nodeID), nodeID);
  }
  return [...nodeIDs.values()];
}

/** Current or pending stakers of a state. */
export type StakerSource = {
  readonly all: () => Iterable<Staker>;
  readonly validator: (subnetID: Id, nodeID: NodeId) => Staker | undefined;
  readonly delegators: (subnetID: Id, nodeID: NodeId) => Iterable<Staker>;
};

/**
 * All stakers of the subnet in staker order, or each requested validator followed by its delegators. Skips nodes that
 * are not validators, with their delegators. avalanchego vms/platformvm/service.go @ v1.12.1
 */
export function* stakersAskedFor(
  { subnetID, nodeIDs }: ValidatorRequest,
  source: StakerSource,
): Iterable<Staker> {
  if (nodeIDs.length === 0) {
    for (const staker of source.all()) {
      if (equalBytes(staker.subnetID, subnetID)) yield staker;
    }
    return;
  }
  for (const nodeID of nodeIDs) {
    const validator = source.validator(subnetID, nodeID);
    if (validator === undefined) continue;
    yield validator;
    yield* source.delegators(subnetID, nodeID);
  }
}
