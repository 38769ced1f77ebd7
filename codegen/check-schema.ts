import { isObject, type Json } from "./load/json.ts";
import type { Schema } from "./model.ts";
import { integerKind, narrowsReference, referenceName } from "./schema.ts";

const kept = [
  "type",
  "enum",
  "const",
  "required",
  "pattern",
  "minLength",
  "maxLength",
  "uniqueItems",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "minProperties",
  "maxProperties",
];
const forPeople = ["title", "description", "default", "examples", "deprecated"];

/**
 * Converts a schema to what is checked: drops annotations, gives integers `x-integer` and makes
 * references relative to `base`. In params, integers can be decimal text. Throws for a keyword that would not be checked.
 */
export function toCheck(
  schema: Schema,
  base: string,
  side: "params" | "result" = "result",
): Record<string, unknown> {
  const inner = (value: Json): unknown => (isObject(value) ? toCheck(value, base, side) : value);
  const kind = integerKind(schema);
  if (kind !== undefined && side === "params")
    return { anyOf: [{ "x-integer": kind }, decimalText] };
  if (kind !== undefined) return { "x-integer": kind };
  const reference = referenceName(schema);
  if (reference !== undefined && !narrowsReference(schema)) {
    return { $ref: `${base}#/definitions/${reference}` };
  }
  const check: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (kept.includes(key)) check[key] = value;
    else if (single.includes(key)) check[key] = inner(value);
    else if (Array.isArray(value) && lists.includes(key)) check[key] = value.map(inner);
    else if (isObject(value) && maps.includes(key)) {
      const members = Object.entries(value).map(([name, member]) => [name, inner(member)]);
      check[key] = Object.fromEntries(members);
    } else if (!forPeople.includes(key) && !key.startsWith("x-")) {
      throw new Error(`no validator checks the keyword ${key}`);
    }
  }
  return check;
}

const decimalText = { type: "string", pattern: "^-?[0-9]+$" };
const single = ["items", "additionalProperties", "propertyNames"];
const lists = ["oneOf", "anyOf", "allOf"];
const maps = ["properties", "patternProperties"];
