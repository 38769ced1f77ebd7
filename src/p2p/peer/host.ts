import type { NodeId } from "../../formats/bytes.ts";
import type { Environment } from "../environment.ts";
import type { OwnSignedIp } from "../identity/own-identity.ts";
import type { ClaimedIp } from "../identity/signed-ip.ts";
import type { Limits } from "../limits.ts";
import type { NetworkLoad } from "../network-load.ts";
import type { ReceiveRoom } from "../receive-room.ts";
import type { Traffic } from "../traffic.ts";
import type { Decompressor } from "../wire/decompress.ts";
import type { Body } from "../wire/messages.ts";
import type { HandshakeTerms, Introduction, KnownPeers } from "./handshake.ts";

/** What a peer of some kind needs of the network it belongs to. */
export type PeerHost<Peer> = {
  readonly environment: Environment;
  readonly limits: Limits;
  readonly terms: HandshakeTerms;
  readonly decompress: Decompressor;
  readonly traffic: Traffic;
  readonly load: NetworkLoad;
  /** By direction: peers that dialled us cannot take the room of those that we dialled. */
  readonly receiveRoom: {
    readonly inbound: ReceiveRoom<Peer>;
    readonly outbound: ReceiveRoom<Peer>;
  };
  readonly ownIp: () => OwnSignedIp;
  /** The filter of the claims that we have. */
  readonly knownPeers: () => { readonly filter: Uint8Array; readonly salt: Uint8Array };
  readonly blsKeyOf: (nodeID: NodeId) => Uint8Array | undefined;
  readonly uptimePercentOf: (nodeID: NodeId) => number;
  /** Claims to pass on to a node. */
  readonly gossipableTo: (nodeID: NodeId, known: KnownPeers) => ClaimedIp[];
  /** Throws ProtocolError for a bad signature. */
  readonly onClaims: (claims: readonly ClaimedIp[]) => void;
  readonly onIntroduced: (introduction: Introduction) => void;
  readonly onConnected: (peer: Peer) => void;
  /** A violation is a breach of the protocol by the peer. */
  readonly onClosed: (peer: Peer, reason: string, isViolation: boolean) => void;
  /** True for a reply that was asked for. */
  readonly onMessage: (peer: Peer, body: Body) => boolean;
};
