import { parseGoDuration } from "../formats/duration.ts";
import { FormatError } from "../formats/format-error.ts";
import type { FlagType, FlagTypes } from "./flag-types.ts";
import { ConfigError } from "./flag-types.ts";

/** Reads a flag's text. Throws ConfigError that says what is wrong with it, without naming the flag. */
export function parseFlagValue<T extends FlagType>(type: T, text: string): FlagTypes[T] {
  return parsers[type](text) as FlagTypes[T];
}

const parsers: { readonly [T in FlagType]: (text: string) => FlagTypes[T] } = {
  bool: parseBool,
  int: (text) => Number(parseInteger(text, -(2n ** 31n), 2n ** 31n - 1n)),
  uint: (text) => Number(parseInteger(text, 0n, 2n ** 32n - 1n)),
  uint64: (text) => parseInteger(text, 0n, 2n ** 64n - 1n),
  float: parseFloat64,
  duration: parseDuration,
  text: (text) => text,
  path: (text) => text,
  base64: parseBase64,
  list: (text) => text.split(/[\s,]+/).filter((item) => item !== ""),
  ints: (text) =>
    text.split(/[\s,]+/).flatMap((item) => (item === "" ? [] : [Number(parseInteger(item))])),
  pairs: parsePairs,
};

/** The strings that Go's strconv.ParseBool accepts. */
function parseBool(text: string): boolean {
  if (["1", "t", "T", "true", "TRUE", "True"].includes(text)) return true;
  if (["0", "f", "F", "false", "FALSE", "False"].includes(text)) return false;
  throw new ConfigError(`expected true or false, got ${JSON.stringify(text)}`);
}

function parseInteger(text: string, min = -(2n ** 31n), max = 2n ** 31n - 1n): bigint {
  if (!/^[+-]?(\d+|0[xX][\da-fA-F]+)$/.test(text)) {
    throw new ConfigError(`expected a whole number, got ${JSON.stringify(text)}`);
  }
  const value = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text.replace("+", ""));
  // The other bound is that of the type, and a flag may have a narrower one.
  if (value < min) throw new ConfigError(`expected at least ${min}, got ${text}`);
  if (value > max) throw new ConfigError(`expected at most ${max}, got ${text}`);
  return value;
}

function parseFloat64(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new ConfigError(`expected a number, got ${JSON.stringify(text)}`);
}

/** A number without a unit is nanoseconds, as in AvalancheGo's environment and config file. */
function parseDuration(text: string): bigint {
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.replace("+", ""));
  try {
    return parseGoDuration(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ConfigError(
      `expected a duration like 30s, 1m30s or 100ms, got ${JSON.stringify(text)}`,
    );
  }
}

function parseBase64(text: string): Uint8Array {
  const stripped = text.replace(/[\r\n]/g, "");
  if (stripped.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(stripped)) {
    throw new ConfigError("unable to decode base64 content");
  }
  return new Uint8Array(Buffer.from(stripped, "base64"));
}

function parsePairs(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").filter((pair) => pair !== "");
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 0) throw new ConfigError(`expected key=value, got ${JSON.stringify(pair)}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
