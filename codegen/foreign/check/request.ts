import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  textAt,
} from "../../load/json.ts";

/** A request on one line. A request without `id` is a notification. */
export function requestBody(method: string, params: Json | undefined, id?: number): string {
  return oneLine({
    jsonrpc: "2.0",
    ...(id !== undefined && { id }),
    method,
    ...(params !== undefined && { params }),
  });
}

export function oneLine(value: Json): string {
  return formatJson(value, 0).trimEnd();
}

/** Params as a method takes them: by name if it says so, else in order. */
export function sentParams(method: JsonObject, params: JsonObject): Json | undefined {
  const declared = listAt(method, "params").filter(isObject);
  if (declared.length === 0) return undefined;
  if (textAt(method, "paramStructure") === "by-name") return params;
  const values = declared.map((param) => memberAt(params, textAt(param, "name") ?? ""));
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  return values.map((value) => value ?? null);
}
