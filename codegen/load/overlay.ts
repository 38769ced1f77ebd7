import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "./json.ts";

/**
 * Applies a profile's overlay to a document: members in the overlay replace the method's own, and
 * null removes one.
 */
export function applyOverlay(document: JsonObject, overlay: JsonObject): JsonObject {
  const changes = objectAt(overlay, "methods");
  const methods = listAt(document, "methods").map((method): Json => {
    const change = changes[textAt(method, "name") ?? ""];
    return isObject(method) && isObject(change) ? merge(method, change) : method;
  });
  return { ...document, methods };
}

/** `base` with the members of `change`; a member that is null is removed. */
export function merge(base: JsonObject, change: JsonObject): JsonObject {
  const merged = { ...base, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, member]) => member !== null));
}
