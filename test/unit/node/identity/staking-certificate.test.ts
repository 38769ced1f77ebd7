import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatHex, parseHex } from "../../../../src/formats/hex.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import {
  certificateBody,
  createStakingCertificate,
  nodeIDOfCertificate,
  nodeIDOfDer,
} from "../../../../src/node/identity/staking-certificate.ts";
import go from "../../../vectors/staking/go-certificate.json" with { type: "json" };

// avalanchego staking/local @ v1.12.1
const read = (name: string) =>
  readFileSync(new URL(`../../../vectors/staking/${name}`, import.meta.url), "utf8");
const staker = (number: number) => ({
  certificatePem: read(`staker${number}.crt`),
  keyPem: read(`staker${number}.key`),
});

describe("nodeIDOfCertificate", () => {
  it.each([
    [1, "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
    [2, "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ"],
    [3, "NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN"],
    [4, "NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu"],
    [5, "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"],
  ])("of the local staker %i is %s", (number, nodeID) => {
    expect(formatNodeId(nodeIDOfCertificate(staker(number)))).toBe(nodeID);
  });

  it("rejects the key of another certificate and text that is not a certificate", () => {
    const [first, second] = [staker(1), staker(2)];
    expect(() => nodeIDOfCertificate({ ...first, keyPem: second.keyPem })).toThrow(
      "private key does not match public key",
    );
    expect(() => nodeIDOfCertificate({ ...first, certificatePem: "x" })).toThrow(
      "failed parsing certificate",
    );
    expect(() => nodeIDOfCertificate({ ...first, keyPem: "x" })).toThrow("failed parsing key");
  });
});

describe("createStakingCertificate", () => {
  const now = new Date("2024-02-29T12:34:56.789Z");

  it("signs the bytes that Go signs", () => {
    const key = createPrivateKey({
      key: Buffer.from(parseHex(go.keyPkcs8Der)),
      format: "der",
      type: "pkcs8",
    });
    const body = certificateBody(createPublicKey(key), new Date(go.notAfter));
    // The outer header has four bytes, the signature comes behind the body.
    const start = 2 + 4 * 2;
    expect(formatHex(body).slice(2)).toBe(go.certificateDer.slice(start, start + 2 * body.length));
  });

  it("makes a valid certificate of a hundred years", () => {
    const made = createStakingCertificate(now);
    const certificate = new X509Certificate(made.certificatePem);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.serialNumber).toBe("0");
    expect(new Date(certificate.validFrom).toISOString()).toBe("1999-12-31T00:00:00.000Z");
    expect(new Date(certificate.validTo).toISOString()).toBe("2124-02-29T12:34:56.000Z");
    expect(certificate.ca).toBe(false);
    expect(made.keyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(made.certificatePem).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(nodeIDOfCertificate(made)).toEqual(nodeIDOfDer(certificate.raw));
  });

  it("makes another one each time", () => {
    const ids = [1, 2].map(() => nodeIDOfCertificate(createStakingCertificate(now)));
    expect(ids[0]).not.toEqual(ids[1]);
  });
});
