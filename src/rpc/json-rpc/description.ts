import type { Elsewhere } from "./elsewhere.ts";
import type { DeclaredError, Handlers, MethodTable } from "./method.ts";
import type { ServedData } from "./served-data.ts";

/** What a server answers over JSON-RPC. Nothing in src/rpc knows what the methods mean. */
export type JsonRpcDescription = {
  /** `json-rpc` follows JSON-RPC 2.0; `gorilla` answers as Go's gorilla/rpc does, without batches. */
  readonly dialect: "json-rpc" | "gorilla";
  readonly routes: readonly Route[];
  /** Makes the error that the reader of a method's params names. */
  readonly declaredError?: (name: string) => DeclaredError;
  /** Rewords a declared error for this server. */
  readonly errorForm?: (error: DeclaredError) => Pick<DeclaredError, "code" | "message" | "data">;
  /** The error with which this server refuses the methods that concern it alone; absent if it serves them. */
  readonly nodeLocalRefusal?: DeclaredError;
  /** Methods that web pages of other origins must not call. */
  readonly ownPagesOnly?: ReadonlySet<string>;
  readonly data: ServedData;
  /** Absent when this process answers everything. */
  readonly elsewhere?: Elsewhere;
  /** Makes the id of a log entry, for responses that must not say more. */
  readonly randomID: () => string;
  readonly log: Log;
  /** Called before a long body is read, which is much work. */
  readonly onLongBody?: () => void;
  /** Called after each call, for a display. */
  readonly onCall?: (call: AnsweredCall) => void;
};

export type AnsweredCall = {
  readonly method: string;
  readonly durationMs: number;
  /** What the error says that the call returned. */
  readonly error?: string;
  /** Which of its params were ignored. */
  readonly warning?: string;
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
  /** Whether web pages of other origins must not call any of its methods. */
  readonly ownPagesOnly?: boolean;
  /** Whether the header `authorization` allows its calls; absent if they need none. */
  readonly isAuthorized?: (authorization: string | undefined) => boolean;
  /** What `ServedData.unready` is asked for before its calls are answered; undefined if they always are. */
  readonly needs?: string;
};

/** The part of pino's logger that is used here. */
export type Log = {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
};

/** Limits of what one request, and the cache, may take. */
export type Limits = {
  /** Longer bodies are answered with 413. */
  readonly bodyBytes: number;
  readonly batchCalls: number;
  /** Once the responses of a batch are this long, its other calls are refused. */
  readonly batchAnswerBytes: number;
  readonly cacheBytes: number;
  /** Bytes of all clients together: requests that are being read, answers in work, and answers not yet taken. */
  readonly clientBytes: number;
  /** Connections beyond this are closed. */
  readonly connections: number;
  /** Streams beyond this get 503. */
  readonly streams: number;
};

/** Requests that a limit refused, since the start. */
export type Refusals = {
  /** With 413. */
  bodies: number;
  /** Calls and batches, for their number of parts or the length of their answers. */
  calls: number;
  streams: number;
};

/**
 * 5 MiB per body; 1,000 calls and 25 MB of responses per batch, as in go-ethereum; 32 MiB of cached
 * results; 96 MiB for all clients.
 */
export const defaultLimits: Limits = {
  bodyBytes: 5 * 1024 * 1024,
  batchCalls: 1_000,
  batchAnswerBytes: 25_000_000,
  cacheBytes: 32 * 1024 * 1024,
  clientBytes: 96 * 1024 * 1024,
  connections: 12_000,
  streams: 10_000,
};
