import { isNotification } from "../../declared-method.ts";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  textAt,
} from "../../load/json.ts";
import { inOrder } from "../check/request.ts";
import { endpointOf } from "../endpoint.ts";
import { type Call, type Method, type Outcome, paramsOf } from "./api.ts";

const responseBytesMax = 64 * 1024 * 1024;

/** Sends each call as one JSON-RPC request over HTTP. Integers keep all their digits in both directions. */
export function httpCall(server: string, headers: Readonly<Record<string, string>>): Call {
  let id = 0;
  return async (method, params) => {
    const url = endpointOf(server, method.document);
    const given = sent(method, params);
    const isSilent = isNotification(method.json);
    const request = {
      jsonrpc: "2.0",
      ...(!isSilent && { id: ++id }),
      method: method.name,
      ...(given && { params: given }),
    };
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: formatJson(request, 0),
    }).catch((error: Error & { readonly cause?: Error }) => {
      throw new Error(`${url} did not respond: ${error.cause?.message ?? error.message}`);
    });
    if (isSilent && response.ok) return { result: null };
    return outcomeOf(await textOf(response, url), response.status, url);
  };
}

/** By name, or in order if the method takes its params by position. */
function sent(method: Method, params: JsonObject): Json | undefined {
  const declared = paramsOf(method);
  if (declared.length === 0) return undefined;
  const isByPosition = textAt(method.json, "paramStructure") === "by-position";
  return isByPosition ? inOrder(declared, params) : params;
}

async function textOf(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > responseBytesMax) throw new Error(`${url} sent more than 64 MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function outcomeOf(text: string, status: number, url: string): Outcome {
  const outcome = outcomeIn(text);
  if (outcome !== undefined) return outcome;
  throw new Error(`${url} returned HTTP ${status} without a response: ${text.slice(0, 200)}`);
}

/** The outcome in a JSON-RPC response, or undefined if the text is none. */
export function outcomeIn(text: string): Outcome | undefined {
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    return undefined;
  }
  const error = objectAt(json, "error");
  if (Object.keys(error).length > 0) {
    const data = error["data"];
    const code = Number(error["code"]);
    const message = textAt(error, "message") ?? "";
    return { error: { code, message, ...(data !== undefined && { data }) } };
  }
  return isObject(json) && json["result"] !== undefined ? { result: json["result"] } : undefined;
}
