import { isObject, type Json, type JsonObject, listAt } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import { memberSchema } from "../schema-parts.ts";
import type { Validators } from "../validators.ts";
import { isLargeInteger } from "./tool-schema.ts";

const integer = /^-?(0|[1-9][0-9]*)$/;

/** Returns the value with the decimal texts that stand for large integers as integers. */
export function exactArgument(
  schema: Json,
  value: Json,
  schemas: JsonObject,
  validators: Validators,
): Json {
  if (!isObject(schema)) return value;
  const name = componentName(schema);
  if (name !== undefined) {
    const exact = exactArgument(schemas[name] ?? true, value, schemas, validators);
    const { $ref: _reference, ...beside } = schema;
    return exactArgument(beside, exact, schemas, validators);
  }
  if (typeof value === "string") {
    if (isLargeInteger(schema) && integer.test(value)) return exactInteger(value);
  }
  const inner = (part: Json, of: Json) => exactArgument(part, of, schemas, validators);
  let exact = value;
  for (const part of listAt(schema, "allOf")) exact = inner(part, exact);
  for (const keyword of ["anyOf", "oneOf"]) {
    const candidates = listAt(schema, keyword).map((part) => [part, inner(part, exact)] as const);
    const match = candidates.find(
      ([part, candidate]) => validators.problem(part, candidate) === undefined,
    );
    if (match !== undefined) exact = match[1];
  }
  if (Array.isArray(exact)) {
    const { items = true, prefixItems, additionalItems = true } = schema;
    const first = [prefixItems, items].find((each) => Array.isArray(each)) as
      | readonly Json[]
      | undefined;
    const rest = Array.isArray(items) ? additionalItems : items;
    return exact.map((each: Json, index) => inner(first?.[index] ?? rest, each));
  }
  if (!isObject(exact)) return exact;
  return Object.fromEntries(
    Object.entries(exact).map(([key, member]) => [key, inner(memberSchema(schema, key), member)]),
  );
}

function exactInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
