import { isObject, type Json, type JsonObject, listAt, textAt } from "./load/json.ts";

/** The type that a schema names, or that its keywords or values show. */
export function kindOf(schema: JsonObject): string | undefined {
  const type = textAt(schema, "type");
  if (type !== undefined) return type;
  const kinds = kindsOfValues(schema);
  if (kinds.length > 0) return kinds.length === 1 ? kinds[0] : undefined;
  if ("properties" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  if ("pattern" in schema || "minLength" in schema || "maxLength" in schema) return "string";
  return undefined;
}

/** The types of the values that a schema lists; integers beside fractions are numbers. */
export function kindsOfValues(schema: JsonObject): string[] {
  const kinds = new Set(listedValues(schema).map(kindOfValue));
  if (kinds.has("number")) kinds.delete("integer");
  return [...kinds];
}

/** The values of a `const` or `enum`; none if it has neither. */
export function listedValues(schema: JsonObject): readonly Json[] {
  return "const" in schema ? [schema["const"] as Json] : listAt(schema, "enum");
}

/** Whether a value is of a type of JSON Schema, in which integers are numbers. */
export function isOfType(value: Json, type: string): boolean {
  const kind = kindOfValue(value);
  return kind === type || (kind === "integer" && type === "number");
}

/** The type of a value: `integer` also for one beyond 2^53. */
export function kindOfValue(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" || Number.isInteger(value) ? "integer" : typeof value;
}

export function isNumber(value: Json | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

export function isConst(schema: Json): boolean {
  return isObject(schema) && ("const" in schema || listAt(schema, "enum").length === 1);
}

/** The values of an enum of texts. */
export function wordsOf(schema: JsonObject): string[] | undefined {
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const words = values.filter((value): value is string => typeof value === "string");
  return words.length === values.length ? words : undefined;
}
