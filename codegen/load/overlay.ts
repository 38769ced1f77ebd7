import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "./json.ts";

/**
 * Applies a profile's overlay to a document: members in the overlay replace the method's own, and
 * null removes one. A method that is null is removed.
 */
export function applyOverlay(document: JsonObject, overlay: JsonObject): JsonObject {
  const changes = objectAt(overlay, "methods");
  const methods = listAt(document, "methods").flatMap((method): Json[] => {
    const change = changes[textAt(method, "name") ?? ""];
    if (change === null) return [];
    return [isObject(method) && isObject(change) ? merge(method, change) : method];
  });
  return { ...document, methods };
}

/** Whether a profile has a document: `documents` says false for those that it does not have. */
export function hasDocument(overlay: JsonObject, api: string): boolean {
  return objectAt(overlay, "documents")[api] !== false;
}

/** An overlay with everything that it inherits from the one it extends; its own members win. */
export function wholeOverlay(overlay: JsonObject, all: readonly JsonObject[]): JsonObject {
  const name = textAt(overlay, "extends");
  if (name === undefined) return overlay;
  const base = all.find((each) => textAt(each, "profile") === name);
  if (base === undefined) throw new Error(`there is no profile ${name} to extend`);
  const inherited = wholeOverlay(base, all);
  const joined = (key: string): JsonObject => ({
    ...objectAt(inherited, key),
    ...objectAt(overlay, key),
  });
  const components = Object.fromEntries(
    Object.keys(joined("components")).map((kind) => [
      kind,
      {
        ...objectAt(inherited["components"], kind),
        ...objectAt(overlay["components"], kind),
      },
    ]),
  );
  return {
    ...overlay,
    documents: joined("documents"),
    errors: joined("errors"),
    methods: joined("methods"),
    components,
  };
}

/** `base` with the members of `change`; a member that is null is removed. */
export function merge(base: JsonObject, change: JsonObject): JsonObject {
  const merged = { ...base, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, member]) => member !== null));
}
