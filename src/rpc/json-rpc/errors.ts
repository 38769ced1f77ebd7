import { formatJson } from "../../formats/json.ts";

/** The error object of a response. */
export type RpcError = {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};

/** JSON-RPC's own errors, by their names in the documents. JSON-RPC 2.0, section 5.1 */
export const protocolErrors = {
  ParseError: { code: -32700, message: "Parse error" },
  InvalidRequest: { code: -32600, message: "Invalid Request" },
  MethodNotFound: { code: -32601, message: "Method not found" },
  InvalidParams: { code: -32602, message: "Invalid params" },
  InternalError: { code: -32603, message: "Internal error" },
} as const;

export const protocolError = (name: keyof typeof protocolErrors, data?: unknown): RpcError => ({
  ...protocolErrors[name],
  data,
});

/** What an error says, in one line: `txID: expected a cb58 ID of 32 bytes, got "x"` where its data has that, else its message. */
export function errorText({ message, data }: RpcError): string {
  const { field, expected, got } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const isIssue = [field, expected, got].every((each) => typeof each === "string");
  return isIssue ? `${field === "" ? "" : `${field}: `}expected ${expected}, got ${got}` : message;
}

/** An error response, as a line of JSON. `data` is omitted when undefined. */
export const errorAnswer = (error: RpcError, id: string): string => {
  const data = error.data === undefined ? "" : `,"data":${formatJson(error.data)}`;
  const message = JSON.stringify(error.message);
  return `{"jsonrpc":"2.0","error":{"code":${error.code},"message":${message}${data}},"id":${id}}\n`;
};

/** A text cut to a length fit for an error message. */
export const excerpt = (text: string): string =>
  text.length > 64 ? `${text.slice(0, 61)}...` : text;
