import { signatureFault } from "../../crypto/bls.ts";
import type { Id, NodeId } from "../../formats/bytes.ts";
import { type BloomFilter, emptyBloomFilter, maxSaltBytes, parseBloom } from "../bloom.ts";
import type { PeerCertificate } from "../identity/certificate.ts";
import type { OwnSignedIp } from "../identity/own-identity.ts";
import {
  checkSignedIp,
  isBlsSignedIp,
  maxClockDifferenceSeconds,
  readIpPort,
  type SignedIp,
} from "../identity/signed-ip.ts";
import { ipBytes } from "../ip-address.ts";
import { ProtocolError } from "../protocol-error.ts";
import {
  type ClientVersion,
  type Compatibility,
  formatVersion,
  isCompatible,
} from "../versions.ts";
import type { BodyOf, OutboundBody } from "../wire/messages.ts";

/** The data from which both handshakes of a connection are built, and against which they are checked. */
export type HandshakeTerms = {
  readonly networkID: number;
  readonly compatibility: Compatibility;
  /** Without the primary network, which every node tracks. */
  readonly trackedSubnets: readonly Id[];
  readonly supportedAcps: readonly number[];
  readonly objectedAcps: readonly number[];
  /** ACPs of others are read only if listed here: those that can still be voted on. */
  readonly currentAcps: readonly number[];
};

/** What a peer announces about itself. */
export type PeerHandshake = {
  readonly version: ClientVersion;
  /** Unix seconds of the newest upgrade that the peer knows; 0 before v1.14.1. */
  readonly upgradeTime: bigint;
  readonly signedIp: SignedIp;
  readonly trackedSubnets: readonly Id[];
  readonly supportedAcps: readonly number[];
  readonly objectedAcps: readonly number[];
  readonly knownPeers: KnownPeers;
};

/** What a node says of itself when a connection begins; it may hang up afterwards. */
export type Introduction = {
  readonly nodeID: NodeId;
  /** `avalanchego/1.14.2` */
  readonly version: string;
  /** Unix seconds of the newest upgrade that the peer knows. */
  readonly upgradeTime: bigint;
  /** By how much its clock is ahead of ours. */
  readonly clockAheadSeconds: bigint;
};

/** The addresses that a peer already has, so that they are not sent again. */
export type KnownPeers = { readonly filter: BloomFilter; readonly salt: Uint8Array };

const maxTrackedSubnets = 16;

export function handshakeMessage(
  terms: HandshakeTerms,
  own: OwnSignedIp,
  knownPeers: { readonly filter: Uint8Array; readonly salt: Uint8Array },
  now: bigint,
): OutboundBody {
  const { claimed, upgradeTime } = terms.compatibility;
  return {
    case: "handshake",
    value: {
      networkId: terms.networkID,
      myTime: now,
      ipAddr: ipBytes(own.address.ip)!,
      ipPort: own.address.port,
      upgradeTime,
      ipSigningTime: own.timestamp,
      ipTlsSignature: own.tlsSignature,
      trackedSubnets: [...terms.trackedSubnets],
      client: { ...claimed },
      supportedAcps: [...terms.supportedAcps],
      objectedAcps: [...terms.objectedAcps],
      knownPeers,
      ipBlsSignature: own.blsSignature,
      allSubnets: false,
    },
  };
}

/**
 * Checks a peer's handshake in AvalancheGo's order. `blsPublicKey` is the peer's where it is a validator that has one.
 * Throws ProtocolError with the reason to hang up. avalanchego network/peer/peer.go handleHandshake @ v1.14.2
 */
export function readHandshake(
  message: BodyOf<"handshake">,
  certificate: PeerCertificate,
  terms: HandshakeTerms,
  now: bigint,
  blsPublicKey: Uint8Array | undefined,
): PeerHandshake {
  if (message.networkId !== terms.networkID) {
    throw new ProtocolError(`handshake: network ID ${message.networkId} != ${terms.networkID}`);
  }
  const skew = message.myTime > now ? message.myTime - now : now - message.myTime;
  if (skew > maxClockDifferenceSeconds) {
    throw new ProtocolError(`handshake: clocks differ by ${skew} s`);
  }
  const version = claimedVersion(message.client);
  checkSubnets(message.trackedSubnets);
  const acps = readAcps(message, terms.currentAcps);
  const knownPeers =
    message.knownPeers === undefined ? noPeers : readKnownPeers(message.knownPeers);
  const signedIp = readSignedIp(message);
  checkSignedIp(signedIp, certificate, now);
  checkBlsSignature(signedIp, message.ipBlsSignature, blsPublicKey);
  if (!isCompatible(terms.compatibility, version, now)) {
    throw new ProtocolError(`handshake: version ${formatVersion(version)} is not compatible`);
  }
  const { trackedSubnets, upgradeTime } = message;
  return { version, upgradeTime, signedIp, trackedSubnets, ...acps, knownPeers };
}

export function claimedVersion(client: BodyOf<"handshake">["client"]): ClientVersion {
  const { name = "", major = 0, minor = 0, patch = 0 } = client ?? {};
  return { name, major, minor, patch };
}

/** Throws ProtocolError for an empty filter; an absent filter is allowed. */
export function readKnownPeers(sent: {
  readonly filter: Uint8Array;
  readonly salt: Uint8Array;
}): KnownPeers {
  if (sent.salt.length > maxSaltBytes) {
    throw new ProtocolError(`known peers: salt of ${sent.salt.length} bytes`);
  }
  return { filter: parseBloom(sent.filter), salt: sent.salt };
}

const noPeers: KnownPeers = { filter: emptyBloomFilter, salt: new Uint8Array() };

function checkSubnets(subnets: readonly Uint8Array[]): void {
  if (subnets.length > maxTrackedSubnets) {
    throw new ProtocolError(`handshake: ${subnets.length} tracked subnets`);
  }
  if (subnets.some((subnet) => subnet.length !== 32)) {
    throw new ProtocolError("handshake: malformed subnet ID");
  }
}

function readAcps(message: BodyOf<"handshake">, current: readonly number[]) {
  const known = (acps: readonly number[]) => [
    ...new Set(acps.filter((acp) => current.includes(acp))),
  ];
  const supportedAcps = known(message.supportedAcps);
  const objectedAcps = known(message.objectedAcps);
  const both = supportedAcps.find((acp) => objectedAcps.includes(acp));
  if (both !== undefined) {
    throw new ProtocolError(`handshake: supports ACP ${both} and objects to it`);
  }
  return { supportedAcps, objectedAcps };
}

function readSignedIp(message: BodyOf<"handshake">): SignedIp {
  return {
    address: readIpPort(message.ipAddr, message.ipPort),
    timestamp: message.ipSigningTime,
    tlsSignature: message.ipTlsSignature,
  };
}

function checkBlsSignature(
  signedIp: SignedIp,
  signature: Uint8Array,
  blsPublicKey: Uint8Array | undefined,
): void {
  const fault = signatureFault(signature);
  if (fault !== undefined) throw new ProtocolError(`handshake: BLS signature: ${fault}`);
  if (blsPublicKey !== undefined && !isBlsSignedIp(signedIp, blsPublicKey, signature)) {
    throw new ProtocolError("handshake: BLS signature is not by the validator's key");
  }
}
