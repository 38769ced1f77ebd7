import { loadProfile } from "../generated/load-profile.ts";
import type { RpcParams, StartedNode } from "./embedding.ts";

type RpcErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown };

/** The error of an answer, as JSON-RPC has it. */
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

/** Calls methods over HTTP at the first path of their API. */
export function caller(url: string): StartedNode["call"] {
  return async <Result>(method: string, params: RpcParams = {}, path?: string) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${exactJson(params)}}`;
    const response = await fetch(url + (path ?? (await pathOf(method))), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method}: HTTP ${response.status}: ${text.trim()}`);
    const { result, error } = JSON.parse(text) as { result: Result; error?: RpcErrorObject };
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

/** As JSON.stringify, with the digits of a bigint. */
function exactJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => exactJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`).join(",")}}`;
}
