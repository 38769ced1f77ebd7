import { isProofSuiteSignature } from "../../crypto/bls.ts";
import { sha256 } from "../../crypto/hash.ts";
import type { NodeId } from "../../formats/bytes.ts";
import { concatBytes } from "../../formats/bytes.ts";
import { type IpPort, ip16, ipBytes, ipText } from "../ip-address.ts";
import { ProtocolError } from "../protocol-error.ts";
import { isSignedBy, type PeerCertificate } from "./certificate.ts";

/** An address that a node claims, at a Unix second, under its TLS key. The newest claim of a node counts. */
export type SignedIp = {
  readonly address: IpPort;
  readonly timestamp: bigint;
  readonly tlsSignature: Uint8Array;
};

/** A signed address with the certificate that proves whose it is: what peers pass on. */
export type ClaimedIp = SignedIp & { readonly certificate: PeerCertificate };

/** How far a peer's clock may be from ours. avalanchego --network-max-clock-difference */
export const maxClockDifferenceSeconds = 60n;

/** What is signed: 16 bytes of IP, the port as u16 and the time as u64. avalanchego network/peer/ip.go @ v1.14.2 */
export function unsignedIpBytes({ ip, port }: IpPort, timestamp: bigint): Uint8Array {
  const address = ipBytes(ip);
  if (address === undefined) throw new RangeError(`not an IP address: ${ip}`);
  const tail = new Uint8Array(10);
  const view = new DataView(tail.buffer);
  view.setUint16(0, port);
  view.setBigUint64(2, timestamp);
  return concatBytes(ip16(address), tail);
}

/** Reads an address from the wire. Throws ProtocolError. Ports are cut to 16 bits, as AvalancheGo does. */
export function readIpPort(bytes: Uint8Array, wirePort: number): IpPort {
  const ip = ipText(bytes);
  if (ip === undefined) throw new ProtocolError(`IP address of ${bytes.length} bytes`);
  const port = wirePort & 0xffff;
  if (port === 0) throw new ProtocolError("port 0");
  return { ip, port };
}

/** Throws ProtocolError if the claim comes from the future or is not signed by the certificate's key. */
export function checkSignedIp(claim: SignedIp, certificate: PeerCertificate, now: bigint): void {
  if (claim.timestamp > now + maxClockDifferenceSeconds) {
    throw new ProtocolError("signed IP: timestamp too far in the future");
  }
  const message = unsignedIpBytes(claim.address, claim.timestamp);
  if (!isSignedBy(certificate, message, claim.tlsSignature)) {
    throw new ProtocolError("signed IP: invalid TLS signature");
  }
}

/** Whether the BLS key of a validator signed the address. */
export function isBlsSignedIp(
  { address, timestamp }: SignedIp,
  blsPublicKey: Uint8Array,
  signature: Uint8Array,
): boolean {
  return isProofSuiteSignature(blsPublicKey, unsignedIpBytes(address, timestamp), signature);
}

/** The key of a claim in bloom filters. avalanchego utils/ips/claimed_ip_port.go @ v1.14.2 */
export function gossipKey(nodeID: NodeId, timestamp: bigint): Uint8Array {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, timestamp);
  return sha256(concatBytes(nodeID, time));
}
