import { decodeGoUtf8 } from "../../formats/go-utf8.ts";
import type { Field } from "./field.ts";
import { textOf } from "./json-form.ts";
import { CodecError } from "./reader.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf8Encoder = new TextEncoder();

/** Bytes that are not UTF-8 become lone surrogates at this offset, so that encoding restores them. */
const escapeOffset = 0xdc00;

/** A u16 length and UTF-8. */
export const text: Field<string> = {
  encode(writer, value) {
    const encoded = encodeText(value);
    writer.u16(encoded.length);
    writer.fixed(encoded);
  },
  decode(reader) {
    try {
      return decodeText(reader.fixed(reader.u16()));
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      throw new CodecError(`couldn't unmarshal string: ${error.message}`);
    }
  },
  toJson: (value) => (value.isWellFormed() ? value : decodeGoUtf8(encodeText(value))),
  fromJson: textOf,
};

/** How many bytes the text has on the wire. */
export function textByteLength(value: string): number {
  return encodeText(value).length;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const escaped = (byte: number) => (byte < 0x80 ? byte : escapeOffset + byte);
    return String.fromCharCode(...Array.from(bytes, escaped));
  }
}

function encodeText(value: string): Uint8Array {
  if (value.isWellFormed()) return utf8Encoder.encode(value);
  return Uint8Array.from(value, (character) => character.charCodeAt(0) & 0xff);
}
