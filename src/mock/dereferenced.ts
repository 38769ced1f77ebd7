import type { JsonValue } from "../formats/json.ts";

/**
 * A document whose references are replaced by what they lead to; equal parts are one object. All references are
 * `#/components/KIND/NAME`, and no schema of the contract is recursive: the lint of codegen/ sees to both.
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
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found as JsonValue;
}
