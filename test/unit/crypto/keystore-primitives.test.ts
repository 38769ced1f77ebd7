import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { open, seal } from "../../../src/crypto/aead.ts";
import { sha256 } from "../../../src/crypto/hash.ts";
import { derivePasswordKey } from "../../../src/crypto/kdf.ts";
import { formatHex, parseHexDigits } from "../../../src/formats/hex.ts";

// The password of avalanchego's own tests; the other values were computed from its formats.
const password = "N_+=_jJ;^(<;{4,:*m6CET}'&N;83FYK.wtNpwp-Jt";
const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index);

describe("derivePasswordKey", () => {
  const expected = "0x755af28d4ffea75124ffac2cc5c0c654e37f4e02032fa022b2333d09191c02a6";

  it("is AvalancheGo's argon2id", async () => {
    expect(formatHex(await derivePasswordKey(password, counting(16)))).toBe(expected);
    const bytes = new TextEncoder().encode(password);
    expect(formatHex(await derivePasswordKey(bytes, counting(16)))).toBe(expected);
  });

  it("is the same of the reference", async () => {
    vi.stubEnv("COULOIR_CRYPTO", "noble");
    expect(formatHex(await derivePasswordKey(password, counting(16)))).toBe(expected);
    vi.unstubAllEnvs();
  });
});

describe("seal and open", () => {
  const key = sha256(new TextEncoder().encode(password));
  const nonce = counting(24);
  const plaintext = new TextEncoder().encode("hello value");

  it("are AvalancheGo's XChaCha20-Poly1305", () => {
    const ciphertext = parseHexDigits("319ad78b6db4a9c9fd6710596c0d2276f5f54904248ab5851f1f4e");
    expect(seal(key, nonce, plaintext)).toEqual(ciphertext);
    expect(open(key, nonce, ciphertext)).toEqual(plaintext);
  });

  it("refuse another key and a changed ciphertext", () => {
    const ciphertext = seal(key, nonce, plaintext);
    expect(open(nonce.slice(0, 0), nonce, ciphertext)).toBeUndefined();
    expect(open(sha256(key), nonce, ciphertext)).toBeUndefined();
    expect(open(key, nonce, ciphertext.subarray(1))).toBeUndefined();
    expect(open(key, nonce, new Uint8Array(3))).toBeUndefined();
  });

  it("are inverse", () => {
    const property = fc.property(fc.uint8Array(), (bytes) => {
      expect(open(key, nonce, seal(key, nonce, bytes))).toEqual(bytes);
    });
    fc.assert(property);
  });
});
