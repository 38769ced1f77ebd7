import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifyProofOfPossession } from "../../../../src/crypto/bls.ts";
import { formatHex } from "../../../../src/formats/hex.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import localGenesis from "../../../../src/networks/genesis/local.json" with { type: "json" };
import { loadIdentity } from "../../../../src/node/identity/identity.ts";
import { KeyFileError } from "../../../../src/node/identity/key-files.ts";
import type { IdentityConfig, KeySource } from "../../../../src/node/node-config.ts";

const now = new Date("2024-12-16T17:00:00Z");
const directory = mkdtempSync(join(tmpdir(), "couloir-identity-"));
afterAll(() => rmSync(directory, { recursive: true }));

const vector = (name: string) => new URL(`../../../vectors/staking/${name}`, import.meta.url);
const contentOf = (name: string): KeySource => ({ content: readFileSync(vector(name)) });
const file = (name: string, required: boolean): KeySource => ({
  path: join(directory, name),
  required,
});
const filesOf = (name: string, required: boolean): IdentityConfig => ({
  certificate: file(join(name, "staker.crt"), required),
  certificateKey: file(join(name, "staker.key"), required),
  signer: file(join(name, "signer.key"), required),
});
const contentsOf = (number: number): IdentityConfig => ({
  certificate: contentOf(`staker${number}.crt`),
  certificateKey: contentOf(`staker${number}.key`),
  signer: contentOf(`signer${number}.key`),
});

describe("loadIdentity", () => {
  it.each(localGenesis.initialStakers.map((staker, index) => [index + 1, staker] as const))(
    "is that of the local staker %i",
    (number, { nodeID, signer }) => {
      const identity = loadIdentity(contentsOf(number), now);
      expect(formatNodeId(identity.nodeID)).toBe(nodeID);
      expect(formatHex(identity.blsPublicKey())).toBe(signer.publicKey);
      expect(formatHex(identity.proofOfPossession())).toBe(signer.proofOfPossession);
    },
  );

  it.each([
    ["a directory", (path: string) => mkdirSync(path), "EISDIR"],
    ["a link to a missing file", (path: string) => symlinkSync("/missing/key", path), "ENOENT"],
  ])("is not made if a key is %s", (_, make, code) => {
    const config = filesOf("odd", false);
    loadIdentity(config, now);
    for (const name of ["staker.key", "staker.crt", "signer.key"]) {
      const path = join(directory, "odd", name);
      const key = readFileSync(path);
      rmSync(path);
      make(path);
      const load = () => loadIdentity(config, now);
      expect(load).toThrow(KeyFileError);
      expect(load).toThrow(`couldn't read ${path}: ${code}`);
      rmSync(path, { recursive: true });
      writeFileSync(path, key, { mode: 0o400 });
    }
  });

  it("creates missing files once, readable only by their owner", () => {
    const config = filesOf("made", false);
    const first = loadIdentity(config, now);
    const again = loadIdentity(config, now);
    expect(again.nodeID).toEqual(first.nodeID);
    expect(again.blsPublicKey()).toEqual(first.blsPublicKey());
    expect(verifyProofOfPossession(first.blsPublicKey(), again.proofOfPossession())).toBe(true);
    const modes = ["staker.crt", "staker.key", "signer.key"].map(
      (name) => statSync(join(directory, "made", name)).mode & 0o777,
    );
    expect(modes).toEqual([0o400, 0o400, 0o400]);
    expect(statSync(join(directory, "made")).mode & 0o007).toBe(0);
    expect(readFileSync(join(directory, "made", "signer.key"))).toHaveLength(32);
  });

  it("makes new ephemeral keys each time", () => {
    const ephemeral = { ephemeral: true } as const;
    const config = { certificate: ephemeral, certificateKey: ephemeral, signer: ephemeral };
    expect(loadIdentity(config, now).nodeID).not.toEqual(loadIdentity(config, now).nodeID);
  });

  it("rejects missing and malformed files", () => {
    const missing = filesOf("missing", true);
    const load = (changed: Partial<IdentityConfig>) => () =>
      loadIdentity({ ...contentsOf(1), ...changed }, now);
    const { certificate, certificateKey, signer } = missing;
    expect(load({ certificate, certificateKey })).toThrow(/^couldn't find staking key at /);
    const made = filesOf("made", true);
    expect(load({ certificate, certificateKey: made.certificateKey })).toThrow(
      /^couldn't find staking certificate at /,
    );
    expect(load({ signer })).toThrow("missing staking signing key file");
    expect(load({ signer: { content: new Uint8Array(32) } })).toThrow(
      "couldn't parse signing key: couldn't deserialize secret key",
    );
    expect(load({ certificate: contentOf("staker2.crt") })).toThrow(
      "couldn't read staking certificate: tls: private key does not match public key",
    );
    expect(load({ certificate })).toThrow("not both files");
  });
});
