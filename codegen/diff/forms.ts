import { isObject, type Json, type JsonObject, listAt, textAt } from "../load/json.ts";

/**
 * One alternative of a schema: a single type with the keywords that apply to it. `name` is the name
 * of its component, which distinguishes alternatives of the same type.
 */
export type Form = {
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly keywords: JsonObject;
};

/**
 * A schema for comparison: references resolved, `allOf` merged, `oneOf`, `anyOf` and lists of types
 * expanded to alternatives, annotations removed. No alternative: nothing is valid. An alternative
 * without a type: everything is valid.
 */
export function formsOf(schema: Json | undefined, document: JsonObject): readonly Form[] {
  return spread(schema ?? true, document, undefined).flatMap(({ keywords, name }) =>
    byType(keywords, name),
  );
}

/**
 * Returns the target of a reference inside the document, with the name of the last component on the
 * way.
 */
export function follow(
  value: Json,
  document: JsonObject,
): { readonly value: Json; readonly name: string | undefined } {
  let found = value;
  let name: string | undefined;
  for (let steps = 0; steps < 100; steps++) {
    const reference = textAt(found, "$ref");
    if (reference === undefined) return { value: found, name };
    const path = reference.replace(/^#\/?/, "").split("/");
    name = path.at(-1);
    found = path.reduce<Json>((at, step) => memberOf(at, step, reference), document);
  }
  throw new Error(`${textAt(value, "$ref")} refers to itself`);
}

function memberOf(value: Json, step: string, reference: string): Json {
  const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  const member = (value as Readonly<Record<string, Json>>)[key];
  if (member === undefined) throw new Error(`the reference ${reference} leads nowhere`);
  return member;
}

type Alternative = { readonly keywords: JsonObject; readonly name: string | undefined };

/** Keywords that no value depends on: also those of OpenAPI, which JSON Schema ignores. */
const annotations = new Set(
  "title description $comment examples default deprecated readOnly writeOnly $schema $id definitions example nullable".split(
    " ",
  ),
);
const meaningfulExtensions = new Set(["x-integer", "x-case-insensitive"]);

function spread(schema: Json, document: JsonObject, given: string | undefined): Alternative[] {
  const { value, name = given } = follow(schema, document);
  if (value === false) return [];
  if (!isObject(value)) return [{ keywords: {}, name }];
  const own = Object.fromEntries(
    Object.entries(value).filter(
      ([key]) =>
        !annotations.has(key) &&
        !["allOf", "oneOf", "anyOf"].includes(key) &&
        (!key.startsWith("x-") || meaningfulExtensions.has(key)),
    ),
  );
  let alternatives: Alternative[] = [{ keywords: own, name }];
  for (const part of listAt(value, "allOf")) {
    alternatives = product(alternatives, spread(part, document, undefined));
  }
  for (const key of ["oneOf", "anyOf"]) {
    if (!(key in value)) continue;
    const branches = listAt(value, key).flatMap((branch) => spread(branch, document, undefined));
    alternatives = product(alternatives, branches);
  }
  return alternatives;
}

/** Returns every pair of alternatives that must both hold. */
function product(left: readonly Alternative[], right: readonly Alternative[]): Alternative[] {
  return left.flatMap((one) =>
    right.map((other) => ({
      keywords: both(one.keywords, other.keywords),
      name: other.name ?? one.name,
    })),
  );
}

function both(one: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = merged[key];
    merged[key] = present === undefined ? value : mergeKeyword(key, present, value);
  }
  return merged;
}

/**
 * If two values of a keyword cannot be merged, both are kept as a list, which equals only itself.
 */
function mergeKeyword(key: string, one: Json, other: Json): Json {
  if (key === "properties" && isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries(
      [...names].map((name) => {
        const [left, right] = [one[name], other[name]];
        if (left === undefined || right === undefined) return [name, (left ?? right) as Json];
        return [name, { allOf: [left, right] }];
      }),
    );
  }
  if (key === "required") return [...new Set([one, other].flat())] as Json;
  if (key === "type" || key === "enum") {
    const allowed = new Set([other].flat());
    return [one].flat().filter((value) => allowed.has(value as Json)) as Json;
  }
  if (/^(minimum|exclusiveMinimum|min[LIP]\w+)$/.test(key))
    return Number(one) < Number(other) ? other : one;
  if (/^(maximum|exclusiveMaximum|max[LIP]\w+)$/.test(key))
    return Number(one) > Number(other) ? other : one;
  return JSON.stringify(one) === JSON.stringify(other) ? one : ([one, other] as Json);
}

/** Keywords that do not apply to a value of another type. */
const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  properties: ["object"],
  required: ["object"],
  additionalProperties: ["object"],
  propertyNames: ["object"],
  patternProperties: ["object"],
  minProperties: ["object"],
  maxProperties: ["object"],
  items: ["array"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  "x-case-insensitive": ["string"],
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
  exclusiveMinimum: ["integer", "number"],
  exclusiveMaximum: ["integer", "number"],
  multipleOf: ["integer", "number"],
  "x-integer": ["integer", "number", "string"],
};

function byType(keywords: JsonObject, name: string | undefined): Form[] {
  const { type, const: only, ...others } = keywords;
  const rest: JsonObject = only === undefined ? others : { ...others, enum: [only] };
  const values = rest["enum"];
  const types =
    type === undefined
      ? Array.isArray(values)
        ? [...new Set(values.map((value: Json) => typeOf(value)))]
        : [undefined]
      : ([type].flat() as string[]);
  return types.map((each) => ({
    type: each,
    name,
    keywords: Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]): [string, Json][] => {
        const needed = keywordTypes[key];
        if (each !== undefined && needed !== undefined && !needed.includes(each)) return [];
        if (key !== "enum" || !Array.isArray(value)) return [[key, value]];
        return [[key, value.filter((item: Json) => fitsType(item, each))]];
      }),
    ),
  }));
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || Number.isInteger(value)) return "integer";
  return typeof value;
}

function fitsType(value: Json, type: string | undefined): boolean {
  const found = typeOf(value);
  return type === undefined || found === type || (type === "number" && found === "integer");
}
