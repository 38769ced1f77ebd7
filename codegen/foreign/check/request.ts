import type { DeclaredMethod } from "../../declared-method.ts";
import { type Json, type JsonObject, memberAt, oneLine } from "../../load/json.ts";

/** A request on one line. A request without `id` is a notification. */
export function requestBody(method: string, params: Json | undefined, id?: number): string {
  return oneLine({
    jsonrpc: "2.0",
    ...(id !== undefined && { id }),
    method,
    ...(params !== undefined && { params }),
  });
}

/** Params as a method takes them: by name if it says so, else in order. */
export function sentParams(
  { params, paramStructure }: DeclaredMethod,
  given: JsonObject,
): Json | undefined {
  if (params.length === 0) return undefined;
  return paramStructure === "by-name" ? given : inOrder(params, given);
}

/** Params in the order in which a method declares them, up to the last that is given. */
export function inOrder(
  declared: readonly { readonly name?: Json }[],
  given: JsonObject,
): readonly Json[] {
  const values = declared.map(({ name }) => memberAt(given, `${name}`));
  const end = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, end).map((value) => value ?? null);
}
