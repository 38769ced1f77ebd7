import type { Socket } from "node:net";
import type { JsonValue } from "../../formats/json.ts";
import type { Issue } from "../../generated/issue.ts";
import type { Lifetime } from "../../generated/profile.ts";

/** Params as the handler takes them, or what is wrong with them. */
export type Normalised =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly issue: Issue;
      /** The name of the declared error that is sent in place of InvalidParams. */
      readonly error?: string;
    };

/** One method, as the generated tables describe it. */
export type MethodEntry = {
  /** Wire name, such as `platform.getHeight`. */
  readonly name: string;
  /** Turns the params object, `{}` when the call has none, into the handler's form. */
  readonly normalise: (params: JsonValue) => Normalised;
  /** The params that it reads; others are ignored. Undefined if it rejects them. */
  readonly paramNames?: readonly string[] | undefined;
  readonly validateResult: (value: unknown) => Issue | undefined;
  readonly lifetime: Lifetime;
  /** Values of a result member that make the result immutable, whatever the method's lifetime. */
  readonly settled?: { readonly member: string; readonly values: readonly unknown[] };
  /** Concerns this node alone: a public server refuses it. */
  readonly nodeLocal: boolean;
  /** The result may hold `bigint`, written as a JSON number with all its digits. */
  readonly exactNumbers: boolean;
  /** Names of the errors that the method declares. */
  readonly errors: readonly string[];
};

/**
 * Answers one method. Takes the normalised params and its route's context; returns the result, a
 * written result (formats/written-json.ts), or a promise of either.
 */
export type Handler = (params: never, context: never, asked: Asked) => unknown;

/** How a call arrived. */
export type Asked = {
  /** The server as the client addresses it: `http://127.0.0.1:9650`. */
  readonly origin: string;
  /** Whether a web page asks that is neither the server's own nor allowed by its operator. */
  readonly isForeignPage?: boolean;
  /**
   * The client's connection, to distinguish clients; absent for a call from this process. A handler that waits when it
   * is destroyed may reject with an AbortError.
   */
  readonly connection?: ClientConnection;
};

/** A socket, or what stands for one. */
export type ClientConnection = Partial<Pick<Socket, "destroyed" | "once" | "off">>;

export type MethodTable = Readonly<Record<string, MethodEntry>>;
export type Handlers = Readonly<Record<string, Handler>>;

/**
 * The shape of an error that a handler throws for an error of the caller. Anything else that a
 * handler throws is a bug.
 */
export type DeclaredError = {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};
