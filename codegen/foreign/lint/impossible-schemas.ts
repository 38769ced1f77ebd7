import { isAnnotation } from "../../clients/types/alternatives.ts";
import { sharedTypes } from "../../diff/merge.ts";
import { componentSchemas } from "../../document-parts.ts";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../load/json.ts";
import { isNumber, isOfType, listedValues } from "../../schema-kind.ts";
import type { Way } from "../places.ts";
import { componentName } from "../pointers.ts";
import { mapSchemas } from "../schema-parts.ts";
import type { Found } from "./finding.ts";
import { schemasOfMethods, writtenSchemas } from "./written-schemas.ts";

const ownSchemas = "#/components/schemas/";

type Schemas = ReadonlyMap<string, Json>;

/**
 * Schemas that no value matches: `false` as a whole, objects that require a member that they refuse, bounds and values that
 * contradict each other or the type, and forms of a `oneOf` of which there are two.
 */
export function impossibleSchemas(root: JsonObject): Found[] {
  const schemas = componentSchemas(root);
  return [
    ...falseSchemas(root),
    ...writtenSchemas(root).flatMap(({ schema, way }) => {
      const text =
        closedOut(schema, schemas) ?? contradiction(schema) ?? typesApart(schema, schemas);
      const twins = twinsIn(schema).map(([first, second]) =>
        found(
          [...way, "oneOf", second],
          `no value matches only this form of the oneOf: form ${first} says the same`,
        ),
      );
      return [...(text === undefined ? [] : [found(way, text)]), ...twins];
    }),
  ];
}

/** Whether no value matches a schema in a self-contained document. */
export function isImpossible(schema: JsonObject, schemas: Schemas): boolean {
  const forms = listAt(schema, "oneOf");
  const twins = new Set(twinsIn(schema).flat());
  return (
    closedOut(schema, schemas) !== undefined ||
    contradiction(schema) !== undefined ||
    typesApart(schema, schemas) !== undefined ||
    (forms.length > 0 && twins.size === forms.length)
  );
}

/** Why no value matches an object schema: what it requires, one of its closed parts refuses. */
function closedOut(schema: JsonObject, schemas: Schemas): string | undefined {
  // What a reference leads to is reported at its own place.
  if ("$ref" in schema) return undefined;
  const parts = partsOf(schema, schemas, new Set());
  const required = new Set(parts.flatMap((part) => listAt(part, "required").map(String)));
  for (const part of parts) {
    if (part["additionalProperties"] !== false || "patternProperties" in part) continue;
    // An object without required members has a value: what is not an object.
    if (!parts.some(({ type }) => type === "object")) continue;
    const declared = objectAt(part, "properties");
    const refused = [...required].find((name) => !Object.hasOwn(declared, name));
    if (refused !== undefined) {
      return `no value matches: ${refused} is required, and "additionalProperties": false refuses it`;
    }
  }
  return undefined;
}

/** Each pair of bounds, and the only type whose values they concern. */
const bounds: readonly (readonly [least: string, most: string, types: readonly string[]])[] = [
  ["minimum", "maximum", ["integer", "number"]],
  ["minLength", "maxLength", ["string"]],
  ["minItems", "maxItems", ["array"]],
  ["minProperties", "maxProperties", ["object"]],
];

/** A type of another name, such as `int`, is a finding of its own. */
const valueTypes = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** Why a schema with a type contradicts itself; one without allows values that its other keywords do not concern. */
function contradiction(schema: JsonObject): string | undefined {
  const type = textAt(schema, "type") ?? "";
  for (const [least, most, types] of bounds) {
    const [low, high] = [schema[least], schema[most]];
    if (types.includes(type) && isNumber(low) && isNumber(high) && low > high) {
      return `no value matches: ${least} ${low} is greater than ${most} ${high}`;
    }
  }
  const values = listedValues(schema);
  const fits = values.some((value) => isOfType(value, type));
  if (!valueTypes.has(type) || values.length === 0 || fits) return undefined;
  const keyword = "const" in schema ? "const" : "enum";
  return `no value matches: the ${keyword} has no value of the type ${type}`;
}

/** Why no value has the types that a schema names beside a reference or `allOf` and those behind it. */
function typesApart(schema: JsonObject, schemas: Schemas): string | undefined {
  if (!("$ref" in schema || "allOf" in schema)) return undefined;
  const parts = partsOf(schema, schemas, new Set());
  const types = parts.flatMap(({ type = [] }) => [[type].flat().map(String)]);
  const named = types.filter((each) => each.length > 0);
  const isKnown = named.flat().every((type) => valueTypes.has(type));
  if (!isKnown || named.length < 2 || parts.some(({ nullable }) => nullable === true))
    return undefined;
  const shared = named.reduce<Json>(sharedTypes, named[0] as Json);
  const all = named.map((each) => each.join(" or ")).join(", and ");
  return (shared as Json[]).length === 0 ? `no value matches: it has to be ${all}` : undefined;
}

/** The forms of a `oneOf` that say the same: the first one, and each that repeats it. */
function twinsIn(schema: JsonObject): [number, number][] {
  const texts = listAt(schema, "oneOf").map((form) => formatJson(essence(form)));
  return texts.flatMap((text, index): [number, number][] => {
    const first = texts.indexOf(text);
    return first < index ? [[first, index]] : [];
  });
}

const objectKeywords = new Set(
  "properties required additionalProperties patternProperties propertyNames minProperties maxProperties".split(
    " ",
  ),
);

/** A schema without what does not decide whether a value matches. */
function essence(schema: Json): Json {
  return mapSchemas(schema, (each) => {
    const isList = each["type"] === "array";
    const kept = Object.entries(each).filter(
      ([key]) => !isAnnotation(key) && !(isList && objectKeywords.has(key)),
    );
    return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A schema, what it refers to and the parts of its `allOf`, all of which a value has to match. */
function partsOf(schema: Json, schemas: Schemas, open: ReadonlySet<string>): JsonObject[] {
  if (!isObject(schema)) return [];
  const name = textAt(schema, "$ref")?.startsWith(ownSchemas) ? componentName(schema) : undefined;
  const target = name === undefined || open.has(name) ? undefined : schemas.get(name);
  const inside = name === undefined ? open : new Set([...open, name]);
  return [
    schema,
    ...partsOf(target ?? true, schemas, inside),
    ...listAt(schema, "allOf").flatMap((part) => partsOf(part, schemas, open)),
  ];
}

/** Params and results whose schema is `false`. Elsewhere, such as for a property, it forbids something on purpose. */
function falseSchemas(root: JsonObject): Found[] {
  const hint = (way: Way) =>
    way[2] === "result"
      ? 'of a result that is always null, it is {"type": "null"}'
      : "true allows any value";
  return schemasOfMethods(root)
    .filter(({ value }) => value === false)
    .map(({ way }) => found(way, `no value matches the schema false: ${hint(way)}`));
}

function found(way: Way, text: string): Found {
  return { rule: "impossible-schemas", way, text };
}
