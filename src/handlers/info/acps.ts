import { emptyId, equalBytes, type NodeId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { formatUint64 } from "../../formats/uint64.ts";
import type { AcpPreferences } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";

/**
 * The votes of the connected validators on proposed changes, by stake. Those who have not voted abstain from the
 * proposals that the followed release lists. avalanchego api/info/service.go (Acps) @ v1.15.0-fuji
 */
export const acps: Handler<"info.acps", "node" | "peers" | "queries"> = (
  _params,
  { node, peers, queries },
) => {
  const preferences = new Map<number, Preference>();
  const { height } = queries.blocks.lastAccepted();
  const validators = queries.validators.setAt(emptyId, height);
  for (const peer of peers.list([])) {
    const weight = validators.find(({ nodeID }) => equalBytes(nodeID, peer.nodeID))?.weight;
    if (weight === undefined) continue;
    for (const acp of peer.supportedACPs)
      count(preferenceOf(preferences, acp).support, peer, weight);
    for (const acp of peer.objectedACPs) count(preferenceOf(preferences, acp).object, peer, weight);
  }
  for (const acp of node.currentAcps) {
    const preference = preferenceOf(preferences, acp);
    const { support, object } = preference;
    preference.abstainWeight = peers.primaryWeight() - support.weight - object.weight;
  }
  return { acps: Object.fromEntries([...preferences].map(([acp, each]) => [acp, view(each)])) };
};

type Side = { weight: bigint; readonly nodeIDs: string[] };
type Preference = { readonly support: Side; readonly object: Side; abstainWeight: bigint };

function preferenceOf(preferences: Map<number, Preference>, acp: number): Preference {
  const known = preferences.get(acp);
  if (known !== undefined) return known;
  const added = {
    support: { weight: 0n, nodeIDs: [] },
    object: { weight: 0n, nodeIDs: [] },
    abstainWeight: 0n,
  };
  preferences.set(acp, added);
  return added;
}

function count(side: Side, { nodeID }: { readonly nodeID: NodeId }, weight: bigint): void {
  side.weight += weight;
  side.nodeIDs.push(formatNodeId(nodeID));
}

function view({ support, object, abstainWeight }: Preference): AcpPreferences {
  return {
    supportWeight: formatUint64(support.weight),
    supporters: support.nodeIDs.sort(),
    objectWeight: formatUint64(object.weight),
    objectors: object.nodeIDs.sort(),
    abstainWeight: formatUint64(abstainWeight),
  };
}
