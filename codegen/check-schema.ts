import { _, Ajv, type Code, type Name } from "ajv";
import { isObject, type Json } from "./load/json.ts";
import type { Schema } from "./model.ts";
import { type IntegerKind, integerKind, narrowsReference, referenceName } from "./schema.ts";

/** Creates an ajv for the schemas of {@link toCheck}. */
export function createAjv(): Ajv {
  const ajv = new Ajv({
    messages: false,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    validateFormats: false,
  });
  ajv.addKeyword({
    keyword: "x-integer",
    schemaType: "string",
    error: { message: "not an integer of its kind", params: ({ schema }) => _`{kind: ${schema}}` },
    code: (context) => {
      context.pass(integerConditions[context.schema as IntegerKind](context.data));
    },
  });
  return ajv;
}

/**
 * The check for a value of each kind: a safe integer within bounds or, for 64 bits, a bigint too.
 */
const integerConditions: Readonly<Record<IntegerKind, (data: Name) => Code>> = {
  uint16: (data) => _`${isSmall(data)} && ${data} >= 0 && ${data} <= 65535`,
  uint32: (data) => _`${isSmall(data)} && ${data} >= 0 && ${data} <= 4294967295`,
  uint64: (data) =>
    _`(typeof ${data} == "bigint" ? ${data} >= 0n && ${data} <= 18446744073709551615n : ${isSmall(data)} && ${data} >= 0)`,
  int64: (data) =>
    _`(typeof ${data} == "bigint" ? ${data} >= -9223372036854775808n && ${data} <= 9223372036854775807n : ${isSmall(data)})`,
};

function isSmall(data: Name): Code {
  return _`typeof ${data} == "number" && Number.isSafeInteger(${data})`;
}

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
 * Converts a schema to what is checked: drops annotations, writes integers as `side` does, and makes
 * references relative to `base`. Throws for a keyword that would not be checked.
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
