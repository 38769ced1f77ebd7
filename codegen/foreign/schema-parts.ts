import { isObject, type Json, type JsonObject, memberAt, objectAt } from "../load/json.ts";
import { compiledPattern } from "../runtime/pattern.ts";

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

/** The schema of a member, whichever keyword has it. */
export function memberSchema(schema: JsonObject, name: string): Json {
  const own = memberAt(objectAt(schema, "properties"), name);
  const patterns = Object.entries(objectAt(schema, "patternProperties"));
  const patterned = () => patterns.find(([pattern]) => matches(pattern, name))?.[1];
  const rest = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  return own ?? patterned() ?? rest ?? true;
}

/** No member matches a pattern of another dialect. */
function matches(pattern: string, name: string): boolean {
  try {
    return compiledPattern(pattern, "u").test(name);
  } catch {
    return false;
  }
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
