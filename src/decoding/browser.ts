import { formatIndentedJson } from "../formats/indented-json.ts";
import { parseJson } from "../formats/json.ts";
import { networkHrp, parseNetworkID } from "../networks/ids.ts";
import { decodeText } from "./decode.ts";
import { encodeReading, textOfBytes } from "./encode.ts";
import type { ReadingType } from "./reading.ts";
import { readingTypes } from "./reading.ts";
import { type TextEncoding, textEncodings } from "./text-encodings.ts";

/** The decoder of the page at /docs: a bundle of its own, with texts at its edge. Errors have their message for people. */

export const types: readonly string[] = readingTypes;
export const encodings: readonly string[] = textEncodings;

/** All readings as JSON texts, each with its type and kind; only those of one type if it is not empty. */
export function decode(
  text: string,
  network: string,
  as: string,
): readonly { readonly name: string; readonly json: string }[] {
  const context = { hrp: networkHrp(parseNetworkID(network)) };
  const found = decodeText(text.trim(), context, as === "" ? undefined : (as as ReadingType));
  return found.map((reading) => ({
    name: reading.kind === undefined ? reading.type : `${reading.type}: ${reading.kind}`,
    json: formatIndentedJson(reading),
  }));
}

/** The bytes of a reading, or of a list with one, as text. */
export function encode(json: string, encoding: string): string {
  const value = parseJson(json);
  const reading = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return textOfBytes(encodeReading(reading), encoding as TextEncoding);
}
