import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { hash160 } from "../../crypto/hash.ts";
import type { NodeId } from "../../formats/bytes.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { ProtocolError } from "../protocol-error.ts";
import { DerReader, derTags } from "./der-reader.ts";

/** A peer's certificate: nothing of it counts but its bytes, which give the node ID, and its key. */
export type PeerCertificate = {
  readonly der: Uint8Array;
  readonly nodeID: NodeId;
  readonly publicKey: KeyObject;
};

const maxCertificateBytes = 2048;

/**
 * Reads a certificate by AvalancheGo's rules, which are not X.509's: versions may be absent, dates, names and extensions are
 * ignored, keys are P-256 or RSA of 2048 or 4096 bits. Throws ProtocolError. avalanchego staking/parse.go @ v1.14.2
 */
export function parsePeerCertificate(der: Uint8Array): PeerCertificate {
  if (der.length > maxCertificateBytes) {
    throw new ProtocolError(`certificate of ${der.length} bytes is larger than 2048`);
  }
  const publicKey = publicKeyOf(subjectPublicKeyInfo(der));
  return { der, nodeID: hash160(der), publicKey };
}

/** SHA-256 with ECDSA (DER) or RSA (PKCS#1 v1.5), whichever the key is. avalanchego staking/verify.go @ v1.14.2 */
export function isSignedBy(
  { publicKey }: PeerCertificate,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verify("sha256", message, publicKey, signature);
}

/** As `isSignedBy`, on another thread: a bootstrap verifies millions. */
export function isSignedByAsync(
  { publicKey }: PeerCertificate,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify("sha256", message, publicKey, signature, (error, isValid) => {
      if (error === null) resolve(isValid);
      else reject(error);
    });
  });
}

function subjectPublicKeyInfo(der: Uint8Array): DerReader {
  const body = inside(inside(new DerReader(der), "certificate"), "tbs certificate");
  if (!body.skipOptional(derTags.version)) throw malformed("version");
  if (body.read(derTags.integer) === undefined) throw malformed("serial number");
  for (const field of ["signature algorithm", "issuer", "validity", "subject"]) {
    inside(body, field);
  }
  return inside(body, "spki");
}

function publicKeyOf(info: DerReader): KeyObject {
  const algorithm = inside(info, "public key algorithm").read(derTags.objectIdentifier);
  const bits = info.readBits();
  if (algorithm === undefined) throw malformed("oid");
  if (bits === undefined) throw malformed("subject public key");
  if (equalBytes(algorithm, ecPublicKey)) return ecKey(bits);
  if (equalBytes(algorithm, rsaEncryption)) return rsaKey(bits);
  throw new ProtocolError("certificate: unknown public key algorithm");
}

/** The curve is P-256 whatever the parameters of the algorithm say. */
function ecKey(point: Uint8Array): KeyObject {
  if (point.length !== 65 || point[0] !== 4) throw malformed("elliptic curve point");
  const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))];
  try {
    return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  } catch {
    throw malformed("elliptic curve point");
  }
}

function rsaKey(der: Uint8Array): KeyObject {
  const key = inside(new DerReader(der), "RSA public key");
  const modulus = key.readUnsigned();
  const exponent = key.readUnsigned();
  if (modulus === undefined) throw malformed("RSA modulus");
  if (exponent === undefined) throw malformed("RSA public exponent");
  const hasAllowedLength = modulus.length === 256 || modulus.length === 512;
  if (!hasAllowedLength || modulus[0]! < 0x80) {
    throw new ProtocolError("certificate: RSA modulus is not of 2048 or 4096 bits");
  }
  if ((modulus.at(-1)! & 1) === 0) throw new ProtocolError("certificate: RSA modulus is even");
  if (!equalBytes(exponent, exponent65537)) {
    throw new ProtocolError("certificate: RSA public exponent is not 65537");
  }
  return createPublicKey({
    key: { kty: "RSA", n: base64url(modulus), e: base64url(exponent) },
    format: "jwk",
  });
}

/** 1.2.840.10045.2.1 */
const ecPublicKey = Uint8Array.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01);
/** 1.2.840.113549.1.1.1 */
const rsaEncryption = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01);
const exponent65537 = Uint8Array.of(1, 0, 1);

function inside(reader: DerReader, field: string): DerReader {
  const content = reader.read(derTags.sequence);
  if (content === undefined) throw malformed(field);
  return new DerReader(content);
}

function malformed(field: string): ProtocolError {
  return new ProtocolError(`certificate: malformed ${field}`);
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
