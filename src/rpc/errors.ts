import type { ErrorOverrides } from "./description.ts";
import { stringifyExact } from "./json.ts";

/** The error object of an answer. */
export type RpcError = {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};

/**
 * JSON-RPC's own errors, by the names that the documents declare them under. JSON-RPC 2.0 section
 * 5.1
 */
export const protocolErrors = {
  ParseError: { code: -32700, message: "Parse error" },
  InvalidRequest: { code: -32600, message: "Invalid Request" },
  MethodNotFound: { code: -32601, message: "Method not found" },
  InvalidParams: { code: -32602, message: "Invalid params" },
  InternalError: { code: -32603, message: "Internal error" },
} as const;

type ProtocolErrorName = keyof typeof protocolErrors;

/** A protocol error with what this server says of it. */
export const protocolError = (
  name: ProtocolErrorName,
  overrides: ErrorOverrides,
  data?: unknown,
): RpcError => ({ ...protocolErrors[name], ...overrides[name], data });

/** The answer that carries an error, as a line of JSON. `data` is left out when undefined. */
export const errorAnswer = (error: RpcError, id: string): string => {
  const data = error.data === undefined ? "" : `,"data":${stringifyExact(error.data)}`;
  const message = JSON.stringify(error.message);
  return `{"jsonrpc":"2.0","error":{"code":${error.code},"message":${message}${data}},"id":${id}}\n`;
};

/** A text short enough to be told back to the caller. */
export const excerpt = (text: string): string =>
  text.length > 64 ? `${text.slice(0, 61)}...` : text;
