import type { NodeId } from "../formats/bytes.ts";
import type { Environment } from "./environment.ts";
import type { OwnIdentity } from "./identity/own-identity.ts";
import type { IpPort } from "./ip-address.ts";
import type { Limits } from "./limits.ts";
import type { HandshakeTerms, Introduction } from "./peer/handshake.ts";
import type { PeerInfo } from "./peer-info.ts";

/** What the upper layers know of nodes. */
export type NodeKnowledge = {
  /** Whether to dial a node when a peer passes its address on. */
  readonly isWanted: (nodeID: NodeId) => boolean;
  /** Whether to keep the address of a node, which may be wanted later; those that are wanted now if absent. */
  readonly isOfInterest?: (nodeID: NodeId) => boolean;
  /** Whether to pass a node's address on: validators of the primary network. */
  readonly isValidator: (nodeID: NodeId) => boolean;
  /** The compressed BLS key of a validator: its signature of the address is checked then. */
  readonly blsKeyOf: (nodeID: NodeId) => Uint8Array | undefined;
  /** What we observed of a node's uptime, for our pings: 0 to 100; 0 for those that do not validate. */
  readonly uptimePercentOf: (nodeID: NodeId) => number;
};

/** What a network reports. These functions must not throw. */
export type NetworkEvents = {
  /** A handshake of our network has arrived. It is not checked yet, and nothing else may follow it. */
  readonly introduced?: (introduction: Introduction) => void;
  readonly connected?: (peer: PeerInfo) => void;
  readonly disconnected?: (peer: PeerInfo, reason: string) => void;
  /** A connection failed before its handshake was complete; `nodeID` is undefined if it is not known. */
  readonly failed?: (nodeID: NodeId | undefined, address: IpPort, reason: string) => void;
  /** A chain handler threw. */
  readonly fault?: (error: unknown) => void;
};

export type PeerNetworkOptions = {
  readonly identity: OwnIdentity;
  readonly terms: HandshakeTerms;
  /** The address that we claim. Nobody dials a node that does not validate, so any one will do; undefined: where we listen. */
  readonly publicIP?: IpPort;
  /** Undefined: nobody can dial us. Port 0 is a free one. */
  readonly listenAt?: IpPort;
  /** False on mainnet and Fuji. */
  readonly allowPrivateIPs: boolean;
  readonly knowledge: NodeKnowledge;
  readonly events: NetworkEvents;
  readonly environment: Environment;
  readonly limits?: Partial<Limits>;
};
