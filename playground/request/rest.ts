import type { RestOperation } from "../contract/rest-api.ts";
import { formatJson, type Json, type JsonObject } from "../json/parse.ts";

/** What a request to a REST operation is. */
export type RestRequest = {
  /** With its query. */
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** Puts parameters where the operation has them. A path parameter that is not given stays in braces. */
export function restRequest(operation: RestOperation, params: JsonObject): RestRequest {
  let { path } = operation;
  const query = new URLSearchParams();
  const body: Record<string, Json> = {};
  const headers: Record<string, string> = {};
  for (const { name, place } of operation.params) {
    const value = params[name];
    if (value === undefined) continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === "body") body[name] = value;
    else if (place === "header") headers[name.toLowerCase()] = String(value);
    else
      for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    body: operation.verb === "POST" ? formatJson(body) : undefined,
    headers,
  };
}
