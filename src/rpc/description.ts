import type { FileRoute } from "./files.ts";
import type { Asked, DeclaredError, Handlers, MethodEntry, MethodTable } from "./method.ts";

/** Everything that a server serves. Nothing in this folder knows what the methods mean. */
export type Description = {
  /**
   * `json-rpc` follows JSON-RPC 2.0; `gorilla` answers as Go's gorilla/rpc does, without batches.
   */
  readonly dialect: "json-rpc" | "gorilla";
  readonly routes: readonly Route[];
  readonly gets: readonly GetRoute[];
  readonly streams?: readonly StreamRoute[];
  readonly files?: readonly FileRoute[];
  /** Paths from which a browser that asks for a page is sent on. */
  readonly moved?: readonly MovedPath[];
  /** Paths that are switched off, and the sentence that their 404 adds. */
  readonly disabled: readonly DisabledPath[];
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Code and message by error name, in place of those that the error itself has. */
  readonly errors?: ErrorOverrides;
  /** How a declared error is worded here, in place of how it words itself. */
  readonly errorForm?: (error: DeclaredError) => Pick<DeclaredError, "code" | "message" | "data">;
  /** The error that a method is refused with on this server; asked once per method. */
  readonly refuse?: (entry: MethodEntry) => DeclaredError | undefined;
  /** Moves whenever results of lifetime `block` and `second` may change. */
  readonly version: () => number | bigint;
  /** Moves when the past itself changes, so that not even results of lifetime `immutable` hold; it never does where absent. */
  readonly generation?: () => number;
  /** The clock behind lifetime `second`, in Unix seconds. */
  readonly nowSeconds: () => number | bigint;
  /** Names a log line in an answer that must not tell more. */
  readonly randomID: () => string;
  readonly log: Log;
};

/** One API: the same methods on one or more paths. */
export type Route = {
  readonly paths: readonly string[];
  /** Its name in metrics, such as `info` or `index/P`. */
  readonly base: string;
  readonly methods: MethodTable;
  readonly handlers: Handlers;
  /** Second argument of each handler. */
  readonly context: unknown;
  /** While it answers a text (a line with its end), that text is sent with status 503. */
  readonly unready?: () => string | undefined;
};

/**
 * A path that answers outside JSON-RPC. Where the path is a route too, only GET comes here;
 * otherwise every verb.
 */
export type GetRoute = {
  readonly path: string;
  readonly base: string;
  readonly answer: (query: URLSearchParams, asked: Asked) => GetAnswer | Promise<GetAnswer>;
};

/** A path that a client listens at: over a WebSocket, or by Server-Sent Events. */
export type StreamRoute = {
  readonly path: string;
  /** A client came back to the same URL: lets the query begin behind the last message that it got. */
  readonly resumeAt: (query: URLSearchParams, lastID: string) => void;
  /** Reads a query: what to do once the client listens, or why it may not. */
  readonly open: (query: URLSearchParams) => StreamStart | StreamRefusal;
};

export type StreamStart = {
  readonly start: (send: (message: StreamMessage) => boolean) => {
    /** The client has read what it had. */
    readonly resume: () => void;
    readonly close: () => void;
  };
};

/** `text` is a line with its end. */
export type StreamRefusal = { readonly status: number; readonly text: string };

/** `data` is text without line ends. One object for all clients that get it, so that it is encoded once. */
export type StreamMessage = { readonly id: string; readonly event: string; readonly data: string };

export type GetAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

export type MovedPath = {
  readonly path: string;
  /** Relative to the path, so that it holds behind a proxy that adds a prefix. */
  readonly location: string;
};

export type DisabledPath = {
  readonly path: string;
  /** A sentence such as "The index API is off: --index-enabled turns it on." */
  readonly reason: string;
};

export type ErrorOverrides = Readonly<
  Record<string, { readonly code: number; readonly message?: string }>
>;

/** The part of pino's logger that is used here. */
export type Log = {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
};

/** Bounds of what one request, and the cache, may take. */
export type Limits = {
  /** A longer body is answered 413. */
  readonly bodyBytes: number;
  readonly batchCalls: number;
  /** Once a batch's answers are this long, its other calls are refused. */
  readonly batchAnswerBytes: number;
  readonly cacheBytes: number;
};

/**
 * 8 MiB of body; 1,000 calls and 25 MB of answers a batch, as go-ethereum has it; 32 MiB of cached
 * answers.
 */
export const defaultLimits: Limits = {
  bodyBytes: 8 * 1024 * 1024,
  batchCalls: 1_000,
  batchAnswerBytes: 25_000_000,
  cacheBytes: 32 * 1024 * 1024,
};
