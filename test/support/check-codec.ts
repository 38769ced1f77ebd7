import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/formats/json.ts";
import type { Field } from "../../src/pchain/codec/field.ts";
import { CodecError, Reader } from "../../src/pchain/codec/reader.ts";
import { Writer } from "../../src/pchain/codec/writer.ts";
import { txCodecTypes } from "../../src/pchain/txs/unsigned-tx.ts";

export type CodecCase<T> = { readonly value: T; readonly hex: string; readonly json?: JsonValue };
export type BadBytes = { readonly hex: string; readonly error: string };

/** Four ways: encode, decode, and both round trips; and bytes that must be refused with their text. */
export function checkCodec<T>(
  name: string,
  field: Field<T>,
  { correct, bad = [] }: { correct: readonly CodecCase<T>[]; bad?: readonly BadBytes[] },
): void {
  describe(name, () => {
    it.each(correct)("codes $hex", ({ value, hex, json }) => {
      expect(encodeHex(field, value)).toBe(hex);
      expect(decodeHex(field, hex)).toStrictEqual(value);
      expect(encodeHex(field, decodeHex(field, hex))).toBe(hex);
      expect(decodeHex(field, encodeHex(field, value))).toStrictEqual(value);
      if (json !== undefined) expect(field.toJson(value, { hrp: "local" })).toStrictEqual(json);
    });
    it.each(correct.filter(({ hex }) => hex !== ""))("refuses the short form of $hex", (good) => {
      for (let length = 0; length < good.hex.length; length += 2) {
        expect(() => decodeHex(field, good.hex.slice(0, length))).toThrow(CodecError);
      }
    });
    it.each(bad)("refuses $hex: $error", ({ hex, error }) => {
      expect(() => decodeHex(field, hex)).toThrow(new CodecError(error));
    });
  });
}

export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function encodeHex<T>(field: Field<T>, value: T): string {
  const writer = new Writer();
  field.encode(writer, value);
  return toHex(writer.finish());
}

function decodeHex<T>(field: Field<T>, hex: string): T {
  const reader = new Reader(fromHex(hex), txCodecTypes);
  const value = field.decode(reader);
  expect(reader.remaining).toBe(0);
  return value;
}
