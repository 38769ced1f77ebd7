import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeBytes,
  type Encoding,
  encodeBytes,
  parseEncoding,
} from "../../../src/formats/encoding.ts";
import { parseHex } from "../../../src/formats/hex.ts";
import { outcome } from "./outcome.ts";

// avalanchego utils/formatting/encoding_test.go @ v1.12.1
describe("encodeBytes and decodeBytes", () => {
  it.each<[Encoding, string, string]>([
    ["hex", "0x", "0x7852b855"],
    ["hex", "0x00", "0x0017afa01d"],
    ["hex", "0x00010203040506070809ff", "0x00010203040506070809ff4482539c"],
    ["hexc", "0x010203", "0x010203011cfb81"],
    ["hexnc", "0x010203", "0x010203"],
  ])("in %s of %s are %s", (encoding, bytes, text) => {
    expect(encodeBytes(parseHex(bytes), encoding)).toBe(text);
    expect(decodeBytes(text, encoding)).toEqual(parseHex(bytes));
  });

  it("are inverse", () => {
    const anyEncoding = fc.constantFrom<Encoding>("hex", "hexc", "hexnc");
    const property = fc.property(fc.uint8Array(), anyEncoding, (bytes, encoding) => {
      expect(decodeBytes(encodeBytes(bytes, encoding), encoding)).toEqual(bytes);
    });
    fc.assert(property);
  });

  it.each(["hex", "hexc", "hexnc", "json"] as const)("read no bytes from no text in %s", (name) => {
    expect(decodeBytes("", name)).toEqual(new Uint8Array(0));
  });

  it.each([
    ["0", "missing 0x prefix to hex encoding"],
    ["0xg", "encoding/hex: invalid byte: U+0067 'g'"],
    ["0x0", "encoding/hex: odd length hex string"],
    ["0x0017afa0Zd", "encoding/hex: invalid byte: U+005A 'Z'"],
    ["0xafafafafaf", "invalid input checksum"],
    ["0x7852b8", "input string is smaller than the checksum size"],
    ["0x", "input string is smaller than the checksum size"],
  ])("refuse %s in hex", (text, error) => {
    expect(outcome(() => decodeBytes(text, "hex"))).toEqual({ error });
  });

  it("have no bytes in json", () => {
    const error = "unsupported encoding in method";
    expect(outcome(() => decodeBytes("0x", "json"))).toEqual({ error });
    expect(outcome(() => encodeBytes(new Uint8Array(1), "json"))).toEqual({ error });
  });
});

describe("parseEncoding", () => {
  it("accepts any letter case", () => {
    expect(["hex", "HEX", "HexNC", "hexc", "JSON"].map(parseEncoding)).toEqual([
      "hex",
      "hex",
      "hexnc",
      "hexc",
      "json",
    ]);
  });

  it.each(["", "cb58", "hexx", " hex"])("rejects %j", (text) => {
    expect(outcome(() => parseEncoding(text))).toEqual({ error: "invalid encoding" });
  });
});
