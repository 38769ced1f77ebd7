import { bls12_381 } from "@noble/curves/bls12-381.js";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { loadProofEquation } from "../../../src/crypto/proof-equation.ts";
import { formatHex, parseHex } from "../../../src/formats/hex.ts";
import { type Backends, loadBackends } from "./backends.ts";

const { native, noble } = await loadBackends();
const message = new TextEncoder().encode("couloir");
const keys = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill));
const zeroKey = Uint8Array.of(0xc0, ...new Uint8Array(47));
const zeroSignature = Uint8Array.of(0xc0, ...new Uint8Array(95));

describe.each([
  ["native", native],
  ["noble", noble],
])("BLS of %s", (_name, { bls }) => {
  const publicKeys = keys.map((key) => bls.blsPublicKey(key));
  const signatures = keys.map((key) => bls.sign(key, message));

  it("verifies an aggregate, from keys of 48 and of 96 bytes", () => {
    const signature = bls.aggregateSignatures(signatures);
    const uncompressed = publicKeys.map((key) => bls.uncompressPublicKey(key));
    expect(uncompressed.every((key) => key.length === 96)).toBe(true);
    expect(uncompressed.map((key) => bls.compressPublicKey(key))).toEqual(publicKeys);
    expect(bls.verifyAggregate(publicKeys, message, signature)).toBe(true);
    expect(bls.verifyAggregate(uncompressed, message, signature)).toBe(true);
    expect(bls.verifyAggregate([bls.aggregatePublicKeys(publicKeys)], message, signature)).toBe(
      true,
    );
  });

  it("signs any message under the tag of proofs, and distinguishes it from other signatures", () => {
    const [key, other] = publicKeys;
    const signature = bls.signInProofSuite(keys[0]!, message);
    expect(bls.isProofSuiteSignature(key!, message, signature)).toBe(true);
    expect(bls.isProofSuiteSignature(other!, message, signature)).toBe(false);
    expect(bls.isProofSuiteSignature(key!, message.subarray(1), signature)).toBe(false);
    expect(bls.isProofSuiteSignature(key!, message, signatures[0]!)).toBe(false);
    expect(bls.isProofSuiteSignature(key!, message, zeroSignature)).toBe(false);
    expect(bls.signInProofSuite(keys[0]!, key!)).toEqual(bls.signProofOfPossession(keys[0]!));
  });

  it("rejects a message that not all have signed", () => {
    const signature = bls.aggregateSignatures(signatures);
    expect(bls.verifyAggregate(publicKeys.slice(1), message, signature)).toBe(false);
    expect(bls.verifyAggregate(publicKeys, message.subarray(1), signature)).toBe(false);
    expect(bls.verifyAggregate(publicKeys, message, zeroSignature)).toBe(false);
    expect(bls.verifyAggregate([], message, signature)).toBe(false);
    expect(bls.verifyAggregate([], message, zeroSignature)).toBe(false);
    expect(bls.verifyAggregate([zeroKey], message, zeroSignature)).toBe(false);
    expect(bls.verifyAggregate(publicKeys, message, signature.subarray(1))).toBe(false);
    const [first] = publicKeys;
    expect(bls.verifyAggregate([first!, negated(first!)], message, zeroSignature)).toBe(false);
  });

  it("has a sum of zero", () => {
    const [first] = publicKeys;
    expect(bls.aggregatePublicKeys([first!, negated(first!)])).toEqual(zeroKey);
    expect(() => bls.aggregatePublicKeys([])).toThrow("no public keys");
    expect(() => bls.aggregateSignatures([])).toThrow("no signatures");
  });

  it("signs and verifies proofs of possession", () => {
    const proof = bls.signProofOfPossession(keys[0]!);
    expect(bls.verifyProofOfPossession(publicKeys[0]!, proof)).toBe(true);
    expect(bls.verifyProofOfPossession(publicKeys[0]!, proof)).toBe(true);
    expect(bls.proofOfPossessionFault(publicKeys[1]!, proof)).toBe("invalid proof of possession");
    expect(bls.proofOfPossessionFault(publicKeys[0]!, signatures[0]!)).toBe(
      "invalid proof of possession",
    );
    const ordinary = bls.sign(keys[0]!, publicKeys[0]!);
    expect(bls.proofOfPossessionFault(publicKeys[0]!, ordinary)).toBe(
      "invalid proof of possession",
    );
    expect(bls.proofOfPossessionFault(publicKeys[0]!, zeroSignature)).toBe(
      "invalid proof of possession",
    );
    expect(bls.proofOfPossessionFault(zeroKey, proof)).toBe("invalid public key");
    expect(bls.proofOfPossessionFault(publicKeys[0]!, new Uint8Array(96))).toBe(
      "couldn't decompress signature",
    );
  });

  it("says what is wrong with a key or a signature", () => {
    expect(bls.publicKeyFault(publicKeys[0]!)).toBeUndefined();
    expect(bls.publicKeyFault(zeroKey)).toBe("invalid public key");
    expect(bls.publicKeyFault(outsideG1())).toBe("invalid public key");
    expect(bls.publicKeyFault(new Uint8Array(48))).toBe("couldn't decompress public key");
    expect(bls.publicKeyFault(notOnCurve())).toBe("couldn't decompress public key");
    expect(bls.publicKeyFault(aboveTheField())).toBe("couldn't decompress public key");
    expect(bls.publicKeyFault(bls.uncompressPublicKey(publicKeys[0]!))).toBe(
      "couldn't decompress public key",
    );
    expect(bls.signatureFault(signatures[0]!)).toBeUndefined();
    expect(bls.signatureFault(zeroSignature)).toBeUndefined();
    expect(bls.signatureFault(outsideG2())).toBe("invalid signature");
    expect(bls.signatureFault(new Uint8Array(96))).toBe("couldn't decompress signature");
    expect(bls.signatureFault(new Uint8Array(95))).toBe("couldn't decompress signature");
  });

  it("proves possession as AvalancheGo does", () => {
    // avalanchego staking/local/signer1.key and genesis/genesis_local.json @ v1.12.1
    const secretKey = parseHex(signer1);
    expect(formatHex(bls.blsPublicKey(secretKey))).toBe(
      "0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d",
    );
    expect(formatHex(bls.signProofOfPossession(secretKey))).toBe(
      "0x8bfd6d4d2086b2b8115d8f72f94095fefe5a6c07876b2accf51a811adf520f389e74a3d2152a6d90b521e2be58ffe468043dc5ea68b4c44410eb67f8dc24f13ed4f194000764c0e922cd254a3588a4962b1cb4db7de4bb9cda9d9d4d6b03f3d2",
    );
  });

  it("makes secret keys", () => {
    expect(bls.isBlsSecretKey(bls.generateBlsSecretKey())).toBe(true);
    expect(bls.isBlsSecretKey(new Uint8Array(32))).toBe(false);
    expect(bls.isBlsSecretKey(new Uint8Array(32).fill(0x7f))).toBe(false);
    expect(bls.isBlsSecretKey(new Uint8Array(31).fill(1))).toBe(false);
  });
});

describe("proofs of possession", () => {
  const proofOf = (secretKey: Uint8Array) => ({
    publicKey: native.bls.blsPublicKey(secretKey),
    proof: native.bls.signProofOfPossession(secretKey),
  });

  it("are the same to WebAssembly and to the reference, alone and together", async () => {
    const holds = (await loadProofEquation())!;
    const secretKey = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .filter(native.bls.isBlsSecretKey);
    const property = fc.property(fc.array(secretKey, { minLength: 2, maxLength: 20 }), (all) => {
      const proofs = all.map(proofOf);
      expect(holds(proofs)).toBe(true);
      expect(holds([proofs[0]!])).toBe(true);
      const [{ publicKey }, { proof }] = [proofOf(keys[0]!), proofOf(keys[1]!)];
      const ordinary = { publicKey, proof: native.bls.sign(keys[0]!, publicKey) };
      for (const bad of [{ publicKey, proof }, ordinary]) {
        expect(noble.bls.verifyProofOfPossession(bad.publicKey, bad.proof)).toBe(false);
        expect(holds([bad])).toBe(false);
        expect(holds([...proofs, bad])).toBe(false);
        expect(holds([bad, ...proofs])).toBe(false);
      }
      // A proof of another key for each of two: their sum is right, each is wrong.
      const [a, b] = [proofOf(keys[0]!), proofOf(keys[1]!)];
      expect(
        holds([
          { ...a, proof: b.proof },
          { ...b, proof: a.proof },
        ]),
      ).toBe(false);
    });
    fc.assert(property, { numRuns: 3 });
  });

  it.each([
    ["native", native],
    ["noble", noble],
  ])("are distinguished from bad ones among many by %s", async (_name, { bls }) => {
    await bls.warmProofs();
    const [a, b] = [proofOf(keys[1]!), proofOf(keys[2]!)];
    const bad = { publicKey: a.publicKey, proof: b.proof };
    const malformed = { publicKey: zeroKey, proof: a.proof };
    const zero = { publicKey: a.publicKey, proof: zeroSignature };
    expect(bls.verifyProofs([a, bad, b, malformed, zero])).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(bls.verifyProofs([])).toEqual([]);
  });

  it.each([0, 1, 2])(
    "are verified ahead by %i threads",
    async (threads) => {
      vi.resetModules();
      const { ProofsAhead } = await import("../../../src/crypto/proofs-ahead.ts");
      const { VerifiedSignatures } = await import("../../../src/crypto/verified-signatures.ts");
      const verified = new VerifiedSignatures();
      const good = Array.from({ length: 40 }, (_, i) => proofOf(new Uint8Array(32).fill(i + 1)));
      const bad = { publicKey: good[0]!.publicKey, proof: good[1]!.proof };
      const ahead = new ProofsAhead(threads, verified);
      try {
        for (const proof of [bad, ...good, ...good]) ahead.expect(proof);
        if (threads > 0) {
          await vi.waitFor(() => expect(verified.hasProof(good[0]!)).toBe(true), {
            timeout: 30_000,
          });
        }
        for (const proof of [bad, ...good]) await ahead.settle(proof);
        expect(good.every((proof) => verified.hasProof(proof))).toBe(true);
        expect(verified.hasProof(bad)).toBe(false);
      } finally {
        ahead.close();
      }
    },
    60_000,
  );
});

describe("BLS of native and noble", () => {
  it("agree on random keys and messages", () => {
    const of = ({ bls }: Backends, secretKey: Uint8Array, text: Uint8Array) => {
      const publicKey = bls.blsPublicKey(secretKey);
      const signature = bls.sign(secretKey, text);
      return [publicKey, bls.uncompressPublicKey(publicKey), signature];
    };
    const property = fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(native.bls.isBlsSecretKey),
      fc.uint8Array(),
      (secretKey, text) => {
        expect(of(native, secretKey, text)).toEqual(of(noble, secretKey, text));
      },
    );
    fc.assert(property, { numRuns: 10 });
  });

  it("agree on the faults of random bytes", () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const property = fc.property(bytes(48), bytes(96), (key, signature) => {
      key[0]! = (key[0]! & 0x3f) | 0x80;
      signature[0]! = (signature[0]! & 0x3f) | 0x80;
      expect(native.bls.publicKeyFault(key)).toBe(noble.bls.publicKeyFault(key));
      expect(native.bls.signatureFault(signature)).toBe(noble.bls.signatureFault(signature));
    });
    fc.assert(property, { numRuns: 30 });
  });
});

const signer1 = "0x4176616c616e6368654c6f63616c4e6574776f726b56616c696461746f723031";

function negated(publicKey: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(publicKey);
  changed[0]! ^= 0x20;
  return changed;
}

/** A point of the curve whose order is not that of the group: x = 4. */
function outsideG1(): Uint8Array {
  return Uint8Array.of(0x80, ...new Uint8Array(46), 4);
}

/** The first small x of a point on the curve of G2, which is outside of the group. */
function outsideG2(): Uint8Array {
  const { fields, G2 } = bls12_381;
  const { Fp2 } = fields;
  for (let x = 1; ; x++) {
    const bytes = Uint8Array.of(0x80, ...new Uint8Array(94), x);
    try {
      const c0 = Fp2.create({ c0: BigInt(x), c1: 0n });
      Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(c0), c0), G2.Point.CURVE().b));
      return bytes;
    } catch {}
  }
}

function notOnCurve(): Uint8Array {
  return Uint8Array.of(0x80, ...new Uint8Array(46), 1);
}

/** The field's order and a little: x = 4 again if it were reduced. */
function aboveTheField(): Uint8Array {
  const x = bls12_381.fields.Fp.ORDER + 4n;
  const bytes = parseHex(`0x${x.toString(16).padStart(96, "0")}`);
  bytes[0]! |= 0x80;
  return bytes;
}
