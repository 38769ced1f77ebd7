import { formatNodeId } from "../../formats/node-id.ts";
import { formatTime } from "../../formats/time.ts";
import { formatUint64 } from "../../formats/uint64.ts";
import { nodeIDArgument } from "../arguments.ts";
import type { HandlerContext, Peer } from "../context.ts";
import type { Handler } from "../handler.ts";
import type { ViewCache } from "../views/view-cache.ts";

/** The nodes that this one is connected to. specification 4.1 */
export const peers: Handler<"info.peers", "peers" | "views"> = (params, context) => {
  const { views } = context;
  const requested = requestedPeers(params.nodeIDs, context);
  return {
    numPeers: formatUint64(BigInt(requested.length)),
    peers: requested.map((peer) => ({
      ...peerView(peer, views),
      benched: peer.benched.map(views.id),
    })),
  };
};

/** All connected peers, or the named ones in the order of the request. */
export function requestedPeers(
  nodeIDs: readonly string[],
  { peers }: Pick<HandlerContext, "peers">,
): readonly Peer[] {
  return peers.list(nodeIDs.map((nodeID, index) => nodeIDArgument(`nodeIDs[${index}]`, nodeID)));
}

/** The fields of a peer that both profiles have. */
export function peerView(peer: Peer, views: ViewCache) {
  return {
    ip: peer.ip,
    publicIP: peer.publicIP,
    nodeID: formatNodeId(peer.nodeID),
    version: peer.version,
    lastSent: formatTime(peer.lastSent),
    lastReceived: formatTime(peer.lastReceived),
    observedUptime: formatUint64(BigInt(peer.observedUptimePercent)),
    trackedSubnets: peer.trackedSubnets.map(views.id),
    supportedACPs: peer.supportedACPs,
    objectedACPs: peer.objectedACPs,
  };
}
