import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Reader } from "../../../../src/pchain/codec/reader.ts";
import { text, textByteLength } from "../../../../src/pchain/codec/text.ts";
import { Writer } from "../../../../src/pchain/codec/writer.ts";
import { checkCodec, fromHex } from "../../../support/check-codec.ts";

const short = "packer has insufficient length for input";

checkCodec("text", text, {
  correct: [
    { value: "", hex: "0000", json: "" },
    { value: "ab c", hex: "000461622063", json: "ab c" },
    { value: "é😀\ufeff", hex: "0009c3a9f09f9880efbbbf", json: "é😀\ufeff" },
    // Bytes that are no UTF-8 come back as they were; JSON has a replacement character for each.
    { value: "a\udcff", hex: "000261ff", json: "a\ufffd" },
    { value: "\udcc3\udca9\udcff", hex: "0003c3a9ff", json: "é\ufffd" },
    { value: "\udcf0\udc9f\udc98", hex: "0003f09f98", json: "\ufffd\ufffd\ufffd" },
  ],
  bad: [
    { hex: "00", error: `couldn't unmarshal string: ${short}` },
    { hex: "000361", error: `couldn't unmarshal string: ${short}` },
  ],
});

describe("text", () => {
  it("brings any bytes back", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
      const input = Uint8Array.from([0, bytes.length, ...bytes]);
      const value = text.decode(new Reader(input, {}));
      const writer = new Writer();
      text.encode(writer, value);
      expect(writer.finish()).toStrictEqual(input);
      expect(textByteLength(value)).toBe(bytes.length);
    });
    fc.assert(property);
  });

  it("brings any well-formed text back", () => {
    const property = fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const writer = new Writer();
      text.encode(writer, value);
      expect(text.decode(new Reader(writer.finish(), {}))).toBe(value);
    });
    fc.assert(property);
  });

  it("measures bytes, not characters", () => {
    expect(textByteLength("é")).toBe(2);
    expect(textByteLength(text.decode(new Reader(fromHex("0001ff"), {})))).toBe(1);
  });
});
