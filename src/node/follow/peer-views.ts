import type { Following } from "../../follow/following.ts";
import { type BytesKey, equalBytes, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import type { Peer, Peers } from "../../handlers/context.ts";
import type { PeerTraffic } from "../../health/checks/traffic.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Network } from "../../networks/network.ts";
import { primaryUptimeRequirement } from "../../networks/uptime-requirement.ts";
import { formatIpPort } from "../../p2p/ip-address.ts";
import type { PeerInfo } from "../../p2p/peer-info.ts";
import type { State } from "../../pchain/state/state.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { primaryWeight } from "../health/own-validator.ts";
import type { StakingConfig } from "../node-config.ts";

export type PeerViewsOptions = {
  readonly following: Pick<Following, "peers">;
  readonly nodeID: NodeId;
  readonly queries: Pick<ChainQueries, "blocks" | "validators">;
  readonly staking: StakingConfig;
  readonly network: Pick<Network, "staking" | "upgrades">;
  /** The validators of the primary network. */
  readonly state: Pick<State, "currentValidator">;
};

/** The connected peers as the info API shows them. */
export function followedPeers({ following, ...options }: PeerViewsOptions): Peers {
  return {
    list: (nodeIDs) => listOf(following.peers(), nodeIDs),
    uptime: (subnetID) => observedBy(following.peers(), subnetID, options),
    primaryWeight: () => primaryWeight(options.staking, options.queries),
  };
}

/** All peers, or those with the given IDs, in their order. */
export function listOf(connected: readonly PeerInfo[], nodeIDs: readonly NodeId[]): Peer[] {
  if (nodeIDs.length === 0) return connected.map(peerOf);
  const byID = new Map(connected.map((peer) => [keyOf(peer.nodeID), peer]));
  return nodeIDs.flatMap((nodeID) => {
    const found = byID.get(keyOf(nodeID));
    return found === undefined ? [] : [peerOf(found)];
  });
}

function peerOf(peer: PeerInfo): Peer {
  return {
    ip: formatIpPort(peer.ip),
    publicIP: formatIpPort(peer.publicIP),
    nodeID: peer.nodeID,
    version: peer.version,
    upgradeTime: peer.upgradeTime,
    lastSent: seconds(peer.lastSentMs),
    lastReceived: seconds(peer.lastReceivedMs),
    observedUptimePercent: peer.observedUptimePercent,
    trackedSubnets: [primaryNetworkID, ...peer.trackedSubnets],
    supportedACPs: peer.supportedAcps,
    objectedACPs: peer.objectedAcps,
    // A peer that does not answer is asked less often, but never excluded.
    benched: [],
  };
}

function seconds(unixMs: number): bigint {
  return BigInt(Math.floor(unixMs / 1000));
}

/**
 * This node's uptime as its peers observe it, weighted by their stake; validators that are not connected observed
 * none. Undefined if it does not validate. avalanchego network/network.go NodeUptime @ v1.15.0
 */
function observedBy(
  peers: readonly PeerInfo[],
  subnetID: Id,
  { nodeID, queries, network, state }: Omit<PeerViewsOptions, "following">,
): ReturnType<Peers["uptime"]> {
  const { height } = queries.blocks.lastAccepted();
  const validators = queries.validators.setAt(subnetID, height);
  const own = validators.find((validator) => equalBytes(validator.nodeID, nodeID));
  if (own === undefined) return undefined;
  const startTime = state.currentValidator(primaryNetworkID, nodeID)?.startTime ?? 0n;
  const required = primaryUptimeRequirement(startTime, network);
  const percents = new Map<BytesKey, number>(
    peers.map((peer) => [keyOf(peer.nodeID), peer.observedUptimePercent]),
  );
  let total = 0n;
  let rewarding = own.weight;
  let weighted = 100 * Number(own.weight);
  for (const { nodeID: other, weight } of validators) {
    total += weight;
    const percent = percents.get(keyOf(other));
    if (percent === undefined || equalBytes(other, nodeID)) continue;
    weighted += percent * Number(weight);
    if (percent / 100 >= required) rewarding += weight;
  }
  return {
    rewarding: (100 * Number(rewarding)) / Number(total),
    weightedAverage: weighted / Number(total),
  };
}

/** What the network check looks at. No message was sent or received before the first connection. */
export function peerTraffic(
  peers: readonly PeerInfo[],
  sendFailRate: number,
  nowMillis: number,
): Omit<PeerTraffic, "required"> {
  const since = (times: readonly number[]) =>
    BigInt(Math.max(0, nowMillis - Math.max(...times))) * 1_000_000n;
  return {
    connectedPeers: peers.length,
    sendFailRate,
    ...(peers.length > 0 && {
      nanosSinceReceived: since(peers.map(({ lastReceivedMs }) => lastReceivedMs)),
      nanosSinceSent: since(peers.map(({ lastSentMs }) => lastSentMs)),
    }),
  };
}
