import { formatJson, parseJson } from "../formats/json.ts";
import { loadProfile } from "../generated/load-profile.ts";
import type { RpcParams, StartedNode } from "./embedding.ts";

type RpcErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown };

/** A JSON-RPC error response. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, error: RpcErrorObject) {
    super(`${method}: ${error.message}`);
    this.code = error.code;
    this.data = error.data;
  }
}

/** Calls methods over HTTP, by default at the first path of their API. Integers beyond 2^53 are bigint. */
export function caller(url: string): StartedNode["call"] {
  return async <Result>(method: string, params: RpcParams = {}, path?: string) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${formatJson(params)}}`;
    const response = await fetch(url + (path ?? (await pathOf(method))), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method}: HTTP ${response.status}: ${text.trim()}`);
    const { result, error } = parseJson(text) as { result: Result; error?: RpcErrorObject };
    if (error !== undefined) throw new CallError(method, error);
    return result;
  };
}

async function pathOf(method: string): Promise<string> {
  const { endpoints } = await loadProfile.spec();
  const api = method.slice(0, method.indexOf("."));
  const endpoint = Object.values(endpoints).find((each) => each.api === api);
  if (endpoint === undefined) throw new Error(`${method}: no API is called ${JSON.stringify(api)}`);
  return endpoint.paths[0]!;
}
