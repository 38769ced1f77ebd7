import type { JsonValue } from "../src/formats/json.ts";

/**
 * A document with every reference replaced by its target; references to the same target share one object. The lint of
 * codegen/ ensures that all references are `#/components/KIND/NAME` and that no schema is recursive.
 */
export function dereferenced(document: JsonValue): JsonValue {
  const resolved = new Map<string, JsonValue>();
  const resolve = (reference: string): JsonValue => {
    let found = resolved.get(reference);
    if (found === undefined) {
      found = replace(target(document, reference));
      resolved.set(reference, found);
    }
    return found;
  };
  const replace = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    if ("$ref" in value) return resolve(String(value["$ref"]));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, replace(member)]),
    );
  };
  return replace(document);
}

function target(document: JsonValue, reference: string): JsonValue {
  let found: unknown = document;
  for (const step of reference.replace(/^#\//, "").split("/")) {
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
  }
  if (found === undefined) throw new Error(`${reference} does not exist`);
  return found as JsonValue;
}
