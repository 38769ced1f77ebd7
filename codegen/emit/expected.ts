import { isObject, listAt, textAt } from "../load/json.ts";
import type { Schema } from "../model.ts";
import { follow, integerKind, integerKinds, type SchemaMap, unionForms } from "../schema.ts";

/**
 * Describes what a schema accepts, for "must be ...": its `x-expected`, or a text derived from its
 * keywords.
 */
export function expectedText(written: Schema, schemas: SchemaMap): string {
  const schema = follow(written, schemas);
  const given = textAt(schema, "x-expected");
  if (given !== undefined) return given;
  if (integerKind(schema) !== undefined) return integerText(schema);
  if (Array.isArray(schema["enum"]))
    return join(schema["enum"].map((each) => JSON.stringify(each)));
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const forms = unionForms(schema);
  if (forms !== undefined) return join(forms.map((form) => expectedText(form, schemas)));
  switch (schema["type"]) {
    case "string":
      return stringText(schema);
    case "boolean":
      return "true or false";
    case "array":
      return listText(schema, schemas);
    case "number":
      return `a number${rangeText(schema["minimum"], schema["maximum"])}`;
    default:
      return "an object";
  }
}

/** The bounds of an integer: the schema's own where they are exact, else its kind's. */
export function integerBounds(schema: Schema): { minimum: bigint; maximum: bigint } {
  const kind = integerKinds[integerKind(schema) ?? "uint64"];
  return {
    minimum: exact(schema["minimum"]) ?? kind.minimum,
    maximum: exact(schema["maximum"]) ?? kind.maximum,
  };
}

function exact(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}

function integerText(schema: Schema): string {
  const { minimum, maximum } = integerBounds(schema);
  return `an integer from ${minimum} to ${maximum}, as a number or decimal text`;
}

function stringText(schema: Schema): string {
  const minimum = schema["minLength"];
  const maximum = schema["maxLength"];
  const pattern = textAt(schema, "pattern");
  if (pattern !== undefined) return `text matching ${pattern}`;
  if (maximum !== undefined && (minimum ?? 0) === 0) return `text of at most ${maximum} characters`;
  if (maximum !== undefined) return `text of ${minimum} to ${maximum} characters`;
  return minimum === undefined || minimum === 0 ? "text" : "text that is not empty";
}

function listText(schema: Schema, schemas: SchemaMap): string {
  const items = schema["items"];
  const most = schema["maxItems"] === undefined ? "" : ` of at most ${schema["maxItems"]}`;
  return isObject(items)
    ? `a list${most}, each item ${expectedText(items, schemas)}`
    : `a list${most}`;
}

function rangeText(minimum: unknown, maximum: unknown): string {
  return minimum === undefined && maximum === undefined
    ? ""
    : ` from ${minimum ?? "any"} to ${maximum ?? "any"}`;
}

function join(words: readonly string[]): string {
  return words.length === 0 ? "nothing" : words.join(" or ");
}

/** Names of required members. */
export function requiredNames(schema: Schema): ReadonlySet<string> {
  return new Set(listAt(schema, "required").map(String));
}
