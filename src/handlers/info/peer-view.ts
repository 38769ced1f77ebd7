import { formatNodeId } from "../../formats/node-id.ts";
import { formatTime } from "../../formats/time.ts";
import { formatUint64 } from "../../formats/uint64.ts";
import { nodeIDArgument } from "../arguments.ts";
import type { HandlerContext, Peer } from "../context.ts";
import { idText } from "../id-text.ts";

/** The connected peers that are asked for: all, or the named ones in their order. */
export function askedPeers(
  nodeIDs: readonly string[],
  { peers }: Pick<HandlerContext, "peers">,
): readonly Peer[] {
  return peers.list(nodeIDs.map((nodeID, index) => nodeIDArgument(`nodeIDs[${index}]`, nodeID)));
}

/** What both profiles show of a peer. */
export function peerView(peer: Peer) {
  return {
    ip: peer.ip,
    publicIP: peer.publicIP,
    nodeID: formatNodeId(peer.nodeID),
    version: peer.version,
    lastSent: formatTime(peer.lastSent),
    lastReceived: formatTime(peer.lastReceived),
    observedUptime: formatUint64(BigInt(peer.observedUptimePercent)),
    trackedSubnets: peer.trackedSubnets.map(idText),
    supportedACPs: peer.supportedACPs,
    objectedACPs: peer.objectedACPs,
  };
}
