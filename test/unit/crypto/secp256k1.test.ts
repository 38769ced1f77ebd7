import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hash160, sha256 } from "../../../src/crypto/hash.ts";
import { parseAddress } from "../../../src/formats/address.ts";
import { parsePrivateKey } from "../../../src/formats/private-key.ts";
import { type Backends, loadBackends } from "./backends.ts";

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const prime = 2n ** 256n - 2n ** 32n - 977n;
const { native, noble } = await loadBackends();
const anyKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter(native.secp256k1.isPrivateKey);
const anyHash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const hash = sha256(new TextEncoder().encode("couloir"));
const key = new Uint8Array(32).fill(3);

describe.each([
  ["native", native],
  ["noble", noble],
])("secp256k1 of %s", (_name, { secp256k1 }) => {
  it("derives the well-known local addresses", () => {
    const owner = (privateKey: string) => hash160(secp256k1.publicKey(parsePrivateKey(privateKey)));
    const address = (text: string) => parseAddress(text).address;
    expect(owner("PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN")).toEqual(
      address("X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"),
    );
    expect(owner("PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE")).toEqual(
      address("X-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2"),
    );
  });

  it("recovers what signed", () => {
    const signature = secp256k1.sign(hash, key);
    expect(signature).toHaveLength(65);
    expect(secp256k1.recoverPublicKey(hash, signature)).toEqual(secp256k1.publicKey(key));
  });

  it("says why a signature names no key", () => {
    const signature = secp256k1.sign(hash, key);
    const s = readScalar(signature, 32);
    const recover = (changed: Uint8Array) => secp256k1.recoverPublicKey(hash, changed);
    expect(recover(withScalar(signature, 32, order - s, 1 - signature[64]!))).toBe("mutated");
    expect(recover(withScalar(signature, 32, order - 1n))).toBe("mutated");
    expect(recover(withScalar(signature, 32, (order + 1n) / 2n))).toBe("mutated");
    expect(recover(withScalar(signature, 32, order))).toBe("invalid");
    expect(recover(withScalar(signature, 32, order + 1n))).toBe("invalid");
    expect(recover(withScalar(signature, 32, 0n))).toBe("invalid");
    expect(recover(withScalar(signature, 0, 0n))).toBe("invalid");
    expect(recover(withScalar(signature, 0, order))).toBe("invalid");
    expect(recover(withScalar(signature, 0, prime - order, 2))).toBe("invalid");
    expect(recover(withScalar(signature, 0, readScalar(signature, 0), signature[64]! + 4))).toBe(
      "compressed",
    );
    expect(recover(withScalar(signature, 0, readScalar(signature, 0), 8))).toBe("invalid");
    expect(recover(withScalar(signature, 0, readScalar(signature, 0), 255))).toBe("invalid");
    expect(recover(signature.subarray(0, 64))).toBe("invalid");
    expect(recover(new Uint8Array(65))).toBe("invalid");
  });

  it("knows the keys of the curve", () => {
    expect(secp256k1.isPrivateKey(key)).toBe(true);
    expect(secp256k1.isPrivateKey(withScalar(new Uint8Array(32), 0, order - 1n))).toBe(true);
    expect(secp256k1.isPrivateKey(withScalar(new Uint8Array(32), 0, order))).toBe(false);
    expect(secp256k1.isPrivateKey(new Uint8Array(32))).toBe(false);
    expect(secp256k1.isPrivateKey(new Uint8Array(31).fill(1))).toBe(false);
  });
});

describe("secp256k1 of native and noble", () => {
  it("sign, derive and recover alike", () => {
    const of = ({ secp256k1 }: Backends, privateKey: Uint8Array, digest: Uint8Array) => {
      const signature = secp256k1.sign(digest, privateKey);
      return [
        secp256k1.publicKey(privateKey),
        signature,
        secp256k1.recoverPublicKey(digest, signature),
      ];
    };
    const property = fc.property(anyKey, anyHash, (privateKey, digest) => {
      expect(of(native, privateKey, digest)).toEqual(of(noble, privateKey, digest));
    });
    fc.assert(property, { numRuns: 40 });
  });

  it("recover alike from random signatures", () => {
    const anySignature = fc
      .tuple(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.integer({ min: 0, max: 9 }))
      .map(([bytes, recoveryID]) => Uint8Array.of(...bytes, recoveryID));
    const property = fc.property(anyHash, anySignature, (digest, signature) => {
      const changed = Uint8Array.from(signature);
      changed[32]! &= 0x7f;
      for (const one of [signature, changed]) {
        expect(native.secp256k1.recoverPublicKey(digest, one)).toEqual(
          noble.secp256k1.recoverPublicKey(digest, one),
        );
      }
    });
    fc.assert(property, { numRuns: 60 });
  });
});

function readScalar(bytes: Uint8Array, offset: number): bigint {
  return bytes.subarray(offset, offset + 32).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function withScalar(bytes: Uint8Array, offset: number, value: bigint, recoveryID?: number) {
  const changed = Uint8Array.from(bytes);
  for (let i = 0; i < 32; i++) changed[offset + i] = Number((value >> BigInt(8 * (31 - i))) & 255n);
  if (recoveryID !== undefined) changed[64] = recoveryID;
  return changed;
}
