import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from "node:crypto";
import { hash160 } from "../../crypto/hash.ts";
import type { NodeId } from "../../formats/bytes.ts";
import {
  bitString,
  booleanTrue,
  explicit,
  objectIdentifier,
  octetString,
  sequence,
  smallInteger,
  time,
} from "./der.ts";

/** PEM texts: `CERTIFICATE` and, in PKCS#8, `PRIVATE KEY`. */
export type StakingCertificate = { readonly certificatePem: string; readonly keyPem: string };

/** The certificate or its key is not valid. The message gives the reason. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/**
 * The node ID of a certificate. Checks that the key belongs to the certificate.
 * Throws CertificateError. avalanchego staking/tls.go, ids/node_id.go @ v1.12.1
 */
export function nodeIDOfCertificate({ certificatePem, keyPem }: StakingCertificate): NodeId {
  const certificate = parse("certificate", () => new X509Certificate(certificatePem));
  const key = parse("key", () => createPrivateKey(keyPem));
  if (!certificate.checkPrivateKey(key)) {
    throw new CertificateError("tls: private key does not match public key");
  }
  return nodeIDOfDer(certificate.raw);
}

/** ripemd160(sha256(DER)). */
export function nodeIDOfDer(der: Uint8Array): NodeId {
  return hash160(der);
}

/** A new self-signed certificate of a new P-256 key, of the same shape as AvalancheGo's. */
export function createStakingCertificate(now: Date): StakingCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const body = certificateBody(publicKey, hundredYearsAfter(now));
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, ecdsaWithSha256, bitString(signature));
  return {
    certificatePem: new X509Certificate(der).toString(),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** The part that is signed: no names, serial number 0. */
export function certificateBody(publicKey: KeyObject, notAfter: Date): Uint8Array {
  const noName = sequence();
  return sequence(
    explicit(0, smallInteger(version3)),
    smallInteger(0),
    ecdsaWithSha256,
    noName,
    sequence(time(notBefore), time(Math.floor(notAfter.getTime() / 1000))),
    noName,
    publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(keyUsage, basicConstraints)),
  );
}

const version3 = 2;
/** The day before the year 2000: AvalancheGo asks for day 0 of January. */
const notBefore = Date.UTC(1999, 11, 31) / 1000;
const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const digitalSignature = bitString(Uint8Array.of(0x80), 7);
const keyUsage = criticalExtension("2.5.29.15", digitalSignature);
/** Not an authority. */
const basicConstraints = criticalExtension("2.5.29.19", sequence());

function criticalExtension(identifier: string, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(identifier), booleanTrue(), octetString(value));
}

function hundredYearsAfter(now: Date): Date {
  const later = new Date(now);
  later.setUTCFullYear(now.getUTCFullYear() + 100);
  return later;
}

function parse<Value>(what: string, make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertificateError(`failed parsing ${what}: ${reason}`, { cause: error });
  }
}
