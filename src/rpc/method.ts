import type { JsonValue } from "./json-value.ts";

/**
 * How long a result stays true: for ever once true, until the next block, until the next block or
 * the next second of the clock, or not even that long.
 */
export type Lifetime = "immutable" | "block" | "second" | "live";

/** What is wrong with an argument or a result, told by field. */
export type Issue = { readonly field: string; readonly expected: string; readonly got: string };

export type Normalised =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly issue: Issue;
      /** Answers this mistake in place of the argument error. */
      readonly error?: DeclaredError;
    };

/** One method as the generated tables describe it. */
export type MethodEntry = {
  /** Wire name, such as `platform.getHeight`. */
  readonly name: string;
  /** Takes the object of params, `{}` when there are none, to the handler's form of it. */
  readonly normalise: (params: JsonValue) => Normalised;
  readonly validateResult: (value: unknown) => Issue | undefined;
  readonly lifetime: Lifetime;
  /** Values of a member of the result that make it immutable, whatever the lifetime of others. */
  readonly settled?: { readonly member: string; readonly values: readonly unknown[] };
  /** Means something only on the node that answers; a public server refuses it. */
  readonly nodeLocal: boolean;
  /** The result may hold `bigint`, written as a JSON number of all its digits. */
  readonly exactNumbers: boolean;
  /** Names of the errors that the method declares. */
  readonly errors: readonly string[];
};

/**
 * Answers one method: takes the normalised params and its route's context, returns the result or a
 * promise of it.
 */
export type Handler = (params: never, context: never, asked: Asked) => unknown;

/** How a call came. */
export type Asked = {
  /** The server as the client addresses it: `http://127.0.0.1:9650`. */
  readonly origin: string;
};

/**
 * What a handler may answer in place of a value: a long result that is JSON already. It is sent as it
 * lies, piece by piece, neither checked nor remembered.
 */
export type WrittenResult = {
  /** Bytes of all chunks together. */
  readonly byteLength: number;
  readonly jsonChunks: () => Iterable<Uint8Array | Promise<Uint8Array>>;
};

/** The same of a short result. */
export type WrittenText = { readonly jsonText: string };

export type MethodTable = Readonly<Record<string, MethodEntry>>;
export type Handlers = Readonly<Record<string, Handler>>;

/**
 * The shape of an error that a handler may throw for a caller's mistake; anything else that it
 * throws is a bug.
 */
export type DeclaredError = {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};
