import { formatJson, parseJson } from "../formats/json.ts";
import { loadProfile } from "../generated/load-profile.ts";
import { errorText, type RpcError } from "../rpc/json-rpc/errors.ts";
import type { RpcParams } from "./embedding.ts";

/** A JSON-RPC error response: `platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"`. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, error: RpcError) {
    super(`${method}: ${errorText(error)}`);
    this.code = error.code;
    this.data = error.data;
  }
}

type UntypedCall = (method: string, params?: RpcParams, path?: string) => Promise<unknown>;

/** Calls methods over HTTP, by default at the first path of their API. Integers beyond 2^53 are bigint. */
export function caller(url: string, isStopped: () => boolean): UntypedCall {
  return async (method: string, params: RpcParams = {}, path?: string) => {
    if (isStopped()) throw new Error(`${method}: the node is stopped`);
    const body = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${formatJson(params)}}`;
    const { isOk, status, text } = await post(url + (path ?? (await pathOf(method))), body).catch(
      (cause: Error) => {
        throw new Error(`${method}: ${isStopped() ? "the node is stopped" : failureOf(cause)}`, {
          cause,
        });
      },
    );
    if (!isOk) throw new Error(`${method}: HTTP ${status}: ${text.trim()}`);
    const { result, error } = parseJson(text) as { result: unknown; error?: RpcError };
    if (error !== undefined) throw new CallError(method, error);
    return result;
  };
}

async function post(url: string, body: string) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  return { isOk: response.ok, status: response.status, text: await response.text() };
}

/** `fetch` only says that it failed: the reason is in the error's cause. */
function failureOf({ message, cause }: Error): string {
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
  return `the node could not be reached: ${reason}`;
}

async function pathOf(method: string): Promise<string> {
  const { endpoints } = await loadProfile.spec();
  const api = method.slice(0, method.indexOf("."));
  const endpoint = Object.values(endpoints).find((each) => each.api === api);
  if (endpoint === undefined) throw new Error(`${method}: there is no API ${JSON.stringify(api)}`);
  return endpoint.paths[0]!;
}
