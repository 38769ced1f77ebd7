import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBech32, encodeBech32 } from "../../../src/formats/bech32.ts";
import { decodeBase58, decodeCb58, encodeBase58, encodeCb58 } from "../../../src/formats/cb58.ts";
import { formatHex, parseHex, parseHexDigits } from "../../../src/formats/hex.ts";
import bech32Vectors from "../../vectors/formats/bech32.json" with { type: "json" };
import cb58Vectors from "../../vectors/formats/cb58.json" with { type: "json" };
import hexVectors from "../../vectors/formats/hex.json" with { type: "json" };
import { outcome } from "./outcome.ts";

describe("base58", () => {
  it("equals another implementation", () => {
    const property = fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
      expect(encodeBase58(bytes)).toBe(bs58.encode(bytes));
      expect(decodeBase58(bs58.encode(bytes))).toEqual(bytes);
    });
    fc.assert(property);
  });

  it("keeps leading zeros", () => {
    const property = fc.property(fc.nat(40), fc.uint8Array({ maxLength: 20 }), (zeros, bytes) => {
      const padded = Uint8Array.of(...new Uint8Array(zeros), ...bytes);
      fc.pre(padded.length > 0);
      expect(decodeBase58(encodeBase58(padded))).toEqual(padded);
    });
    fc.assert(property);
  });
});

describe("cb58", () => {
  it.each(cb58Vectors.encode)("of $bytes is $text", ({ bytes, text }) => {
    expect(encodeCb58(parseHex(bytes))).toBe(text);
    expect(formatHex(decodeCb58(text))).toBe(bytes);
    expect(encodeCb58(decodeCb58(text))).toBe(text);
    expect(decodeCb58(encodeCb58(parseHex(bytes)))).toEqual(parseHex(bytes));
  });

  it.each(cb58Vectors.decode)("reads $text as Go does", ({ text, ...expected }) => {
    expect(outcome(() => formatHex(decodeCb58(text)))).toEqual(expected);
  });
});

describe("bech32", () => {
  it.each(bech32Vectors.encode)("of $hrp and $bytes is $text", ({ hrp, bytes, text }) => {
    const lower = hrp.toLowerCase();
    expect(encodeBech32(lower, parseHex(bytes))).toBe(text);
    const decoded = decodeBech32(text);
    expect(decoded.hrp).toBe(lower);
    // Five-bit groups may end in a byte that the bytes did not have.
    expect(formatHex(decoded.bytes).startsWith(bytes)).toBe(true);
  });

  it.each(bech32Vectors.decode)("reads $text as Go does", ({ text, ...expected }) => {
    const actual = outcome(() => decodeBech32(text));
    const shown =
      "error" in actual ? actual : { hrp: actual.value.hrp, value: formatHex(actual.value.bytes) };
    expect(shown).toEqual(expected);
  });

  it("reads what it writes, in either case", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = encodeBech32("avax", bytes);
      const decoded = decodeBech32(text);
      expect(decodeBech32(text.toUpperCase())).toEqual(decoded);
      expect(decoded.bytes.subarray(0, bytes.length)).toEqual(bytes);
      expect(decoded.bytes.subarray(bytes.length).every((byte) => byte === 0)).toBe(true);
    });
    fc.assert(property);
  });
});

describe("hex", () => {
  it.each(hexVectors.decode)("digits $text are read as Go does", ({ text, ...expected }) => {
    expect(outcome(() => formatHex(parseHexDigits(text)))).toEqual(expected);
  });

  it("reads what it writes", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = formatHex(bytes);
      expect(text).toBe(`0x${Buffer.from(bytes).toString("hex")}`);
      expect(parseHex(text)).toEqual(bytes);
      expect(parseHexDigits(text.slice(2).toUpperCase())).toEqual(bytes);
    });
    fc.assert(property);
  });

  it.each(["", "00", "0X00", "x"])("without a prefix is rejected: %j", (text) => {
    expect(outcome(() => parseHex(text))).toEqual({
      error: "missing 0x prefix to hex encoding",
    });
  });
});
