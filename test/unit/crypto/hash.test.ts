import { ripemd160 as nobleRipemd160 } from "@noble/hashes/legacy.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hash160, ripemd160, sha256 } from "../../../src/crypto/hash.ts";
import { formatHex } from "../../../src/formats/hex.ts";

describe("hashes", () => {
  it("hash the empty text as their standards say", () => {
    const empty = new Uint8Array(0);
    expect(formatHex(sha256(empty))).toBe(
      "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(formatHex(ripemd160(empty))).toBe("0x9c1185a5c5e9fc54612808977ee8f548b2258d31");
    expect(formatHex(hash160(empty))).toBe("0xb472a266d0bd89c13706a4132ccfb16f7c3b9fcb");
  });

  it("equal the reference", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toEqual(nobleSha256(bytes));
      expect(ripemd160(bytes)).toEqual(nobleRipemd160(bytes));
    });
    fc.assert(property);
  });
});
