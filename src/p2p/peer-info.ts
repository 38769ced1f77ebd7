import type { Id, NodeId } from "../formats/bytes.ts";
import type { IpPort } from "./ip-address.ts";
import type { Peer } from "./peer/peer.ts";
import { type ClientVersion, formatVersion } from "./versions.ts";

/** A connected peer: everything that info.peers shows. */
export type PeerInfo = {
  readonly nodeID: NodeId;
  /** Where the connection goes to or comes from. */
  readonly ip: IpPort;
  /** What the peer claims. */
  readonly publicIP: IpPort;
  readonly isInbound: boolean;
  /** `avalanchego/1.14.2` */
  readonly version: string;
  readonly clientVersion: ClientVersion;
  /** Unix seconds of the newest upgrade that the peer knows. */
  readonly upgradeTime: bigint;
  readonly connectedMs: number;
  readonly lastSentMs: number;
  readonly lastReceivedMs: number;
  /** What the peer observed of us, 0 to 100. */
  readonly observedUptimePercent: number;
  /** Of the last ping that it answered; undefined until the first. */
  readonly roundTripMs: number | undefined;
  /** Without the primary network. */
  readonly trackedSubnets: readonly Id[];
  readonly supportedAcps: readonly number[];
  readonly objectedAcps: readonly number[];
};

/** Of a peer whose handshake is complete. */
export function peerInfo(peer: Peer): PeerInfo {
  const { handshake, connection } = peer;
  if (handshake === undefined) throw new Error("the handshake is not complete");
  const { version, signedIp, upgradeTime, trackedSubnets } = handshake;
  return {
    nodeID: peer.nodeID,
    ip: connection.remote,
    publicIP: signedIp.address,
    isInbound: connection.isInbound,
    version: formatVersion(version),
    clientVersion: version,
    upgradeTime,
    connectedMs: peer.connectedMs,
    lastSentMs: peer.lastSentMs,
    lastReceivedMs: peer.lastReceivedMs,
    observedUptimePercent: peer.observedUptimePercent,
    roundTripMs: peer.roundTripMs,
    trackedSubnets,
    supportedAcps: handshake.supportedAcps,
    objectedAcps: handshake.objectedAcps,
  };
}
