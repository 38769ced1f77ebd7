import { isObject, type Json, type JsonObject } from "../load/json.ts";

const single = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const maps = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependentSchemas",
  "dependencies",
]);

/**
 * Returns a copy of a schema in which `change` has replaced every schema, those inside first. Values
 * such as those of `enum`, `const` and `default` are not schemas.
 */
export function mapSchemas(schema: Json, change: (schema: JsonObject) => Json): Json {
  if (!isObject(schema)) return schema;
  const inner = (value: Json) => mapSchemas(value, change);
  const members = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (lists.has(key) && Array.isArray(value)) return [key, value.map(inner)];
    if (single.has(key)) return [key, inner(value)];
    if (maps.has(key) && isObject(value)) {
      const each = Object.entries(value).map(([name, member]) => [name, inner(member)] as const);
      return [key, Object.fromEntries(each)];
    }
    return [key, value];
  });
  return change(Object.fromEntries(members));
}

/** The schemas directly inside a schema, and the steps to each. */
export function schemasIn(
  schema: JsonObject,
): { readonly value: Json; readonly steps: readonly (string | number)[] }[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (lists.has(key) && Array.isArray(value)) {
      return value.map((each: Json, index) => ({ value: each, steps: [key, index] }));
    }
    if (single.has(key)) return [{ value, steps: [key] }];
    if (!maps.has(key) || !isObject(value)) return [];
    return Object.entries(value).map(([name, each]) => ({ value: each, steps: [key, name] }));
  });
}
