import type { Socket } from "node:net";
import type { MethodEntry as DocumentedMethod } from "../../generated/profile.ts";

/** One method, as the generated tables describe those of the documents. */
export type MethodEntry = Omit<
  DocumentedMethod,
  "name" | "errors" | "changesState" | "deprecated"
> & {
  readonly name: string;
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
