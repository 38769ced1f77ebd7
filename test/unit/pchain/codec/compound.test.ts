import { describe, expect, it } from "vitest";
import { u8, u16, u32 } from "../../../../src/pchain/codec/primitives.ts";
import { CodecError, Reader } from "../../../../src/pchain/codec/reader.ts";
import { inline, kindStruct, slice, struct } from "../../../../src/pchain/codec/struct.ts";
import { union } from "../../../../src/pchain/codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../../../../src/pchain/codec/versioned.ts";
import { Writer } from "../../../../src/pchain/codec/writer.ts";
import { checkCodec, fromHex, toHex } from "../../../support/check-codec.ts";

const short = "packer has insufficient length for input";

checkCodec("slice", slice(u16), {
  correct: [
    { value: [], hex: "00000000", json: [] },
    { value: [1, 0xffff], hex: "000000020001ffff", json: [1, 0xffff] },
  ],
  bad: [
    { hex: "", error: `couldn't unmarshal slice: ${short}` },
    { hex: "000000020001", error: `couldn't unmarshal uint16: ${short}` },
    {
      hex: "ffffffff",
      error:
        "max slice length exceeded; array length, 4294967295, exceeds maximum length, 2147483647",
    },
  ],
});

type Inner = { readonly b: number; readonly a: number };
type Outer = { readonly z: number; readonly inner: Inner };
const inner = struct<Inner>({ b: u8, a: u16 });

checkCodec("struct", struct<Outer>({ z: u8, inner }), {
  correct: [
    {
      value: { z: 1, inner: { b: 2, a: 3 } },
      hex: "01020003",
      json: { z: 1, inner: { b: 2, a: 3 } },
    },
  ],
});

checkCodec("struct with an embedded one", struct<Outer>({ z: u8, inner: inline(inner) }), {
  correct: [
    { value: { z: 1, inner: { b: 2, a: 3 } }, hex: "01020003", json: { z: 1, b: 2, a: 3 } },
  ],
});

type Cat = { readonly kind: "Cat"; readonly lives: number };
type Stone = { readonly kind: "Stone" };

checkCodec(
  "union",
  union<Cat | Stone>({
    interfaceName: "pet.Pet",
    types: { Cat: { typeID: 5, goName: "pet.Cat" }, Stone: { typeID: 7, goName: "pet.Stone" } },
    fields: {
      Cat: kindStruct<Cat>("Cat", { lives: u8 }),
      Stone: kindStruct<Stone>("Stone", {}),
    },
  }),
  {
    correct: [
      { value: { kind: "Cat", lives: 9 }, hex: "0000000509", json: { lives: 9 } },
      { value: { kind: "Stone" }, hex: "00000007", json: {} },
    ],
    bad: [
      { hex: "000000", error: `couldn't unmarshal interface: ${short}` },
      { hex: "00000063", error: "couldn't unmarshal interface: unknown type ID 99" },
      { hex: "00000006", error: "couldn't unmarshal interface: unknown type ID 6" },
      { hex: "ffffffff", error: "couldn't unmarshal interface: unknown type ID 4294967295" },
      {
        hex: "0000000c",
        error:
          "couldn't unmarshal interface: *txs.AddValidatorTx does not implement interface pet.Pet",
      },
      { hex: "00000005", error: `couldn't unmarshal uint8: ${short}` },
    ],
  },
);

describe("versioned", () => {
  it("puts version 0 before the value", () => {
    expect(toHex(encodeVersioned(u32, 7))).toBe("000000000007");
    expect(decodeVersioned(u32, fromHex("000000000007"))).toBe(7);
  });

  it.each([
    ["", "couldn't unpack codec version"],
    ["00", "couldn't unpack codec version"],
    ["000100000007", "unknown codec version"],
    ["ffff", "unknown codec version"],
    ["0000", `couldn't unmarshal uint32: ${short}`],
    ["00000000000700", "trailing buffer space: read 6 provided 7"],
  ])("refuses %s: %s", (hex, error) => {
    expect(() => decodeVersioned(u32, fromHex(hex))).toThrow(new CodecError(error));
  });

  it("rejects more than 256 KiB before it reads, unless another limit is given", () => {
    const bytes = new Uint8Array(262_145);
    const tooBig = "byte array exceeds maximum length: 262145 > 262144";
    expect(() => decodeVersioned(u32, bytes)).toThrow(new CodecError(tooBig));
    const trailing = "trailing buffer space: read 6 provided 262145";
    expect(() => decodeVersioned(u32, bytes, { bytesMax: Infinity })).toThrow(trailing);
    expect(() => decodeVersioned(u32, bytes.subarray(1))).toThrow("trailing buffer space");
  });
});

describe("Writer", () => {
  it("grows", () => {
    const writer = new Writer();
    for (let i = 0; i < 1_000; i++) writer.u16(i);
    writer.fixed(new Uint8Array(5_000).fill(1));
    writer.u64(2n ** 64n - 1n);
    const bytes = writer.finish();
    expect(bytes.length).toBe(7_008);
    expect(toHex(bytes.subarray(1_998, 2_001))).toBe("03e701");
    expect(toHex(bytes.subarray(6_999))).toBe("01ffffffffffffffff");
  });
});

describe("Reader", () => {
  it("gives plain bytes of a Buffer, sharing its memory", () => {
    const buffer = Buffer.from("010203", "hex");
    const part = new Reader(buffer, {}).fixed(2);
    expect(part.constructor).toBe(Uint8Array);
    buffer[0] = 9;
    expect(part[0]).toBe(9);
  });
});
