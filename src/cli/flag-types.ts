import { nearest } from "../formats/nearest.ts";

/** How a flag's text is read; flag-values.ts has the rules. */
export type FlagType =
  | "bool"
  | "int"
  | "uint"
  | "uint64"
  | "float"
  | "duration"
  | "text"
  | "path"
  | "base64"
  | "list"
  | "ints"
  | "pairs";

/** The value of each type of flag: durations are nanoseconds, `base64` is decoded. */
export type FlagTypes = {
  bool: boolean;
  int: number;
  uint: number;
  uint64: bigint;
  float: number;
  duration: bigint;
  text: string;
  path: string;
  base64: Uint8Array;
  list: readonly string[];
  ints: readonly number[];
  pairs: ReadonlyMap<string, string>;
};

/** A flag that this node uses. `default` is text as on the command line. */
export type Flag = {
  readonly type: FlagType;
  readonly default: string;
  /** What the value counts or names, for `--help`: `bytes`, `nAVAX`, `port`. */
  readonly unit?: string;
  /** The allowed values, in lower case. */
  readonly choices?: readonly string[];
  readonly doc: string;
};

export type FlagGroup = Readonly<Record<string, Flag>>;

/** A flag of AvalancheGo that this node ignores: its type is checked, and its use is logged. */
export type AcceptedFlag = { readonly type: FlagType; readonly default: string };

/** Flags that are ignored for the same reason: `<flag> has no effect here: <reason>`. */
export type AcceptedGroup = {
  readonly reason: string;
  readonly flags: Readonly<Record<string, AcceptedFlag>>;
};

/** An invalid flag, environment variable or config file. The message says which, and how to fix it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * ` (did you mean "--http-port"?)`, or an empty string: the end of an error about an unknown word.
 */
export function suggestion(word: string, candidates: Iterable<string>, prefix = ""): string {
  const found = nearest(word, candidates);
  return found === undefined ? "" : ` (did you mean ${prefix}${found}?)`;
}
