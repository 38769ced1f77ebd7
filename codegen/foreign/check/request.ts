import type { DeclaredMethod } from "../../declared-method.ts";
import { formatJson, type Json, type JsonObject, memberAt } from "../../load/json.ts";

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
export function sentParams(
  { params, paramStructure }: DeclaredMethod,
  given: JsonObject,
): Json | undefined {
  if (params.length === 0) return undefined;
  if (paramStructure === "by-name") return given;
  const values = params.map(({ name }) => memberAt(given, name));
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  return values.map((value) => value ?? null);
}
