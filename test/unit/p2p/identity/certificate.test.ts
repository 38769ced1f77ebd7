import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect, test } from "vitest";
import {
  bitString,
  explicit,
  objectIdentifier,
  sequence,
  smallInteger,
} from "../../../../src/node/identity/der.ts";
import { isSignedBy, parsePeerCertificate } from "../../../../src/p2p/identity/certificate.ts";

const keyOf = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) => ({
  spki: new Uint8Array(publicKey.export({ type: "spki", format: "der" })),
  privateKey,
});
const ec = keyOf(generateKeyPairSync("ec", { namedCurve: "prime256v1" }));
const rsa = keyOf(generateKeyPairSync("rsa", { modulusLength: 2048 }));
const rsa1024 = keyOf(generateKeyPairSync("rsa", { modulusLength: 1024 }));
const rsaCubed = keyOf(generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: 3 }));
const p384 = keyOf(generateKeyPairSync("ec", { namedCurve: "secp384r1" }));
const empty = sequence();
const version = explicit(0, smallInteger(2));

function certificate(spki: Uint8Array, ...head: Uint8Array[]): Uint8Array {
  return sequence(sequence(...head, smallInteger(0), empty, empty, empty, empty, spki));
}

test.each([
  ["P-256", ec, [version]],
  ["P-256 without a version", ec, []],
  ["RSA 2048", rsa, [version]],
] as const)("reads a certificate of %s and verifies with its key", (_, key, head) => {
  const parsed = parsePeerCertificate(certificate(key.spki, ...head));
  const message = Uint8Array.of(1, 2, 3);
  const signature = sign("sha256", message, key.privateKey);
  expect(parsed.nodeID).toHaveLength(20);
  expect(isSignedBy(parsed, message, signature)).toBe(true);
  expect(isSignedBy(parsed, Uint8Array.of(1, 2), signature)).toBe(false);
  expect(isSignedBy(parsed, message, signature.subarray(1))).toBe(false);
});

const rsaAlgorithm = sequence(objectIdentifier("1.2.840.113549.1.1.1"));
const ecAlgorithm = sequence(objectIdentifier("1.2.840.10045.2.1"));
const offCurve = Uint8Array.from([4, ...new Uint8Array(64).fill(1)]);

test.each([
  ["RSA 1024", rsa1024.spki, "2048 or 4096 bits"],
  ["RSA with exponent 3", rsaCubed.spki, "exponent is not 65537"],
  ["P-384", p384.spki, "malformed elliptic curve point"],
  ["a point off the curve", sequence(ecAlgorithm, bitString(offCurve)), "elliptic curve point"],
  ["an empty RSA key", sequence(rsaAlgorithm, bitString(empty)), "malformed RSA modulus"],
  [
    "another algorithm",
    sequence(sequence(objectIdentifier("1.3.101.112")), bitString(empty)),
    "unknown public key",
  ],
  ["no key", empty, "malformed public key algorithm"],
])("rejects %s", (_, spki, reason) => {
  expect(() => parsePeerCertificate(certificate(spki, version))).toThrow(reason);
});

test("rejects what is too large, too short or not DER", () => {
  expect(() => parsePeerCertificate(new Uint8Array(2049))).toThrow("larger than 2048");
  expect(() => parsePeerCertificate(new Uint8Array())).toThrow("malformed certificate");
  const whole = certificate(ec.spki, version);
  expect(() => parsePeerCertificate(whole.subarray(0, -1))).toThrow("malformed certificate");
  // A length in more bytes than it needs.
  expect(() => parsePeerCertificate(Uint8Array.of(0x30, 0x81, 0x01, 0x00))).toThrow("malformed");
});
