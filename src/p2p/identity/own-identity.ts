import { createPrivateKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import { signInProofSuite } from "../../crypto/bls.ts";
import type { IpPort } from "../ip-address.ts";
import { type PeerCertificate, parsePeerCertificate } from "./certificate.ts";
import { type SignedIp, unsignedIpBytes } from "./signed-ip.ts";

/** What a node needs of itself to speak to peers: certificate and keys. */
export type OwnIdentity = {
  readonly certificate: PeerCertificate;
  /** PEM texts, for TLS. */
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly tlsKey: KeyObject;
  /** 32 bytes. */
  readonly blsSecretKey: Uint8Array;
};

/** Our own address, signed with both keys. */
export type OwnSignedIp = SignedIp & { readonly blsSignature: Uint8Array };

/** Throws ProtocolError if peers would not accept the certificate. */
export function ownIdentity(
  certificatePem: string,
  keyPem: string,
  blsSecretKey: Uint8Array,
): OwnIdentity {
  const der = new Uint8Array(new X509Certificate(certificatePem).raw);
  return {
    certificate: parsePeerCertificate(der),
    certificatePem,
    keyPem,
    tlsKey: createPrivateKey(keyPem),
    blsSecretKey,
  };
}

/** Takes some milliseconds for the BLS signature; the claim is good for as long as the address is. */
export function signIp(identity: OwnIdentity, address: IpPort, timestamp: bigint): OwnSignedIp {
  const message = unsignedIpBytes(address, timestamp);
  return {
    address,
    timestamp,
    tlsSignature: new Uint8Array(sign("sha256", message, identity.tlsKey)),
    blsSignature: signInProofSuite(identity.blsSecretKey, message),
  };
}
