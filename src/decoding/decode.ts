import { RlpError } from "../foreign-chains/c-chain-block.ts";
import { decodeBech32 } from "../formats/bech32.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatHex } from "../formats/hex.ts";
import { formatShortId } from "../formats/id.ts";
import { parseNodeId } from "../formats/node-id.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import { Rejection } from "../pchain/rejection.ts";
import { readers } from "./readers.ts";
import { type DecodeContext, type Reading, type ReadingType, readingTypes } from "./reading.ts";
import { bytesOfText, type TextEncoding } from "./text-encodings.ts";

/** A reading of a text, with what the text encodes and how many bytes that is. */
export type DecodedText = Reading & {
  readonly encoding: TextEncoding | "nodeID" | "bech32";
  readonly size: number;
};

/** The most bytes that are read. */
export const decodedBytesMax = 5 * 1024 * 1024;

/** Everything that a text can be, in the order of `readingTypes`; only one type if it is given. */
export function decodeText(
  text: string,
  context: DecodeContext,
  as?: ReadingType,
): readonly DecodedText[] {
  const found = [...namedReadings(text), ...bytesReadings(text, context)];
  const wanted = as === undefined ? found : found.filter(({ type }) => type === as);
  return wanted.sort((a, b) => readingTypes.indexOf(a.type) - readingTypes.indexOf(b.type));
}

function bytesReadings(text: string, context: DecodeContext): DecodedText[] {
  return bytesOfText(text).flatMap(({ encoding, bytes }) => {
    if (bytes.length > decodedBytesMax) return [];
    return readingTypes.flatMap((type) => {
      const reading = readingOf(type, bytes, context);
      if (reading === undefined) return [];
      const { value, ...names } = reading;
      return [{ type, ...names, encoding, size: bytes.length, value }];
    });
  });
}

function readingOf(type: ReadingType, bytes: Uint8Array, context: DecodeContext) {
  try {
    return readers[type](bytes, context);
  } catch (error) {
    const isOther = otherType.some((type) => error instanceof type);
    if (isOther) return undefined;
    throw error;
  }
}

/** What a reader throws for bytes of another type. */
const otherType = [FormatError, CodecError, RlpError, Rejection];

/** More than the longest name of a blockchain and 90 characters of bech32. */
const addressCharactersMax = 256;

/** Node IDs and addresses have forms of their own. */
function namedReadings(text: string): DecodedText[] {
  try {
    if (text.startsWith("NodeID-")) {
      const bytes = parseNodeId(text);
      const value = { nodeID: text, hex: formatHex(bytes) };
      return [{ type: "nodeID", encoding: "nodeID", size: bytes.length, value }];
    }
    // The stack of regular expressions may be too small for millions of characters.
    if (text.length > addressCharactersMax) return [];
    const [, chain, bech32] = /^(?:(\w+)-)?([^-]+)$/.exec(text) ?? [];
    const { hrp, bytes } = decodeBech32(bech32 ?? text);
    if (bytes.length !== 20) return [];
    const of = chain === undefined ? {} : { chain };
    const value = { ...of, hrp, hex: formatHex(bytes), cb58: formatShortId(bytes) };
    return [{ type: "address", encoding: "bech32", size: bytes.length, value }];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}
