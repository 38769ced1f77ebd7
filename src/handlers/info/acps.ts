import { emptyId, equalBytes, type NodeId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { formatUint64 } from "../../formats/uint64.ts";
import type { AcpPreferences } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";

/**
 * The votes of the connected validators on proposed changes, by stake. No release lists current proposals, so nobody
 * abstains. avalanchego api/info/service.go (Acps) @ v1.12.1
 */
export const acps: Handler<"info.acps", "peers" | "queries"> = (_params, { peers, queries }) => {
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
  return { acps: Object.fromEntries([...preferences].map(([acp, each]) => [acp, view(each)])) };
};

type Side = { weight: bigint; readonly nodeIDs: string[] };
type Preference = { readonly support: Side; readonly object: Side };

function preferenceOf(preferences: Map<number, Preference>, acp: number): Preference {
  const known = preferences.get(acp);
  if (known !== undefined) return known;
  const added = { support: { weight: 0n, nodeIDs: [] }, object: { weight: 0n, nodeIDs: [] } };
  preferences.set(acp, added);
  return added;
}

function count(side: Side, { nodeID }: { readonly nodeID: NodeId }, weight: bigint): void {
  side.weight += weight;
  side.nodeIDs.push(formatNodeId(nodeID));
}

function view({ support, object }: Preference): AcpPreferences {
  return {
    supportWeight: formatUint64(support.weight),
    supporters: support.nodeIDs.sort(),
    objectWeight: formatUint64(object.weight),
    objectors: object.nodeIDs.sort(),
    abstainWeight: "0",
  };
}
