import { stripChecksum } from "../formats/checksum.ts";
import { parseBase64 } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { parseHexDigits } from "../formats/hex.ts";
import { decodeLongBase58 } from "../formats/long-base58.ts";

/** `hexc` and `cb58` end with a checksum, `hexnc` does not, as in the API. */
export const textEncodings = ["hexc", "hexnc", "cb58", "base64"] as const;

export type TextEncoding = (typeof textEncodings)[number];

export type EncodedBytes = { readonly encoding: TextEncoding; readonly bytes: Uint8Array };

/** Everything that a text can encode: digits can be hexadecimal, base58 and base64 at once. */
export function bytesOfText(text: string): EncodedBytes[] {
  const decoders: Readonly<Record<TextEncoding, () => Uint8Array>> = {
    hexc: () => stripChecksum(hexBytes(text)),
    hexnc: () => hexBytes(text),
    cb58: () => stripChecksum(decodeLongBase58(text)),
    base64: () => parseBase64(text),
  };
  // No other encoding has 0x: x is a digit, but 0 is not one of base58.
  const names: readonly TextEncoding[] = /^0x/i.test(text) ? ["hexc", "hexnc"] : textEncodings;
  return names.flatMap((encoding) => {
    const bytes = decodedOrNone(decoders[encoding]);
    return bytes === undefined ? [] : [{ encoding, bytes }];
  });
}

function decodedOrNone(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch (error) {
    // Browsers limit the size of big integers, with which long base58 is read.
    if (error instanceof FormatError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function hexBytes(text: string): Uint8Array {
  return parseHexDigits(text.replace(/^0x/i, ""));
}
