import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import { mapSchemas, schemasIn } from "../schema-parts.ts";
import { patternProblem } from "../validators.ts";
import type { Found } from "./finding.ts";
import { describedSchema, isDescriptor, withPlainParts } from "./misplaced-descriptors.ts";
import { mapWrittenSchemas, writtenSchemas } from "./written-schemas.ts";

/** What is meant as JSON Schema and is not: findings with their places. */
export function slips(root: JsonObject): Found[] {
  return writtenSchemas(root).flatMap(({ schema, way }) => [
    ...ownSlips(schema).map((each) => ({ ...each, way: [...way, ...each.way] })),
    ...schemasIn(schema).flatMap(({ value, steps }) => {
      const [keyword, name] = steps;
      const texts = keyword === "properties" ? propertySlips(`${name}`, value) : partSlips(value);
      return texts.map((text) => ({
        rule: "schema-slips" as const,
        way: [...way, ...steps],
        text,
      }));
    }),
  ]);
}

/** The document with the slips corrected where that needs no decision, and how many values changed. */
export function fixSlips(root: JsonObject): { readonly root: JsonObject; readonly fixed: number } {
  let fixed = 0;
  const count = (before: JsonObject, after: JsonObject) => {
    if (before !== after) fixed++;
    return after;
  };
  // A descriptor in place of a schema hides the schemas inside it until it is replaced.
  let current = root;
  for (let before = -1; before !== fixed; ) {
    before = fixed;
    current = mapWrittenSchemas(current, (schema) =>
      mapSchemas(schema, (each) => count(each, withSchemas(each))),
    );
  }
  const plain = mapWrittenSchemas(current, (schema) =>
    mapSchemas(schema, (each) => count(each, inJsonSchema(each))),
  );
  return { root: plain, fixed };
}

function partSlips(part: Json): string[] {
  return isDescriptor(part)
    ? ['it is a content descriptor: a schema, without "schema" around it, has its place here']
    : [];
}

function propertySlips(name: string, property: Json): string[] {
  if (isDescriptor(property)) {
    return [
      `${name} is a content descriptor: properties have schemas, without "schema" around them`,
    ];
  }
  return isObject(property) && typeof property["required"] === "boolean"
    ? [`${name} has "required": ${property["required"]}: the object lists its required properties`]
    : [];
}

/** A schema whose parts are schemas, with a list of the required properties. */
function withSchemas(schema: JsonObject): JsonObject {
  return withPlainProperties(withPlainParts(schema));
}

function withPlainProperties(schema: JsonObject): JsonObject {
  const properties = Object.entries(objectAt(schema, "properties"));
  if (!properties.some(([name, each]) => propertySlips(name, each).length > 0)) return schema;
  const required = new Set(listAt(schema, "required").map(String));
  const plain = properties.map(([name, property]): [string, Json] => {
    if (propertySlips(name, property).length === 0 || !isObject(property)) return [name, property];
    const { required: isRequired, ...others } = property;
    if (isRequired === true) required.add(name);
    return [name, isDescriptor(property) ? describedSchema(property) : others];
  });
  return {
    ...schema,
    properties: Object.fromEntries(plain),
    ...(required.size > 0 && { required: [...required] }),
  };
}

const typeNames: Readonly<Record<string, string>> = {
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  str: "string",
  dict: "object",
  list: "array",
};

function ownSlips(schema: JsonObject): Found[] {
  const type = textAt(schema, "type") ?? "";
  const found: Found[] = [];
  if (Object.hasOwn(typeNames, type)) {
    const text = `JSON Schema has no type ${type}: it is ${typeNames[type]}`;
    found.push({ rule: "schema-slips", way: ["type"], text });
  }
  if (schema["nullable"] === true) {
    const text = 'JSON Schema ignores "nullable": null is one of the types';
    found.push({ rule: "ignored-keywords", way: ["nullable"], text });
  }
  if (type === "array" && "properties" in schema) {
    const text = 'JSON Schema ignores "properties" of a list: "items" is beside "type"';
    found.push({ rule: "ignored-keywords", way: ["properties"], text });
  }
  if ("example" in schema) {
    const text = 'JSON Schema ignores "example": it has a list of "examples"';
    found.push({ rule: "ignored-keywords", way: ["example"], text });
  }
  const pattern = textAt(schema, "pattern");
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  if (problem !== undefined) {
    const text = `the pattern is not checked, because it is not one of ECMAScript: ${problem}`;
    found.push({ rule: "ignored-keywords", way: ["pattern"], text });
  }
  return found;
}

/** A schema with the types and keywords of JSON Schema. */
function inJsonSchema(schema: JsonObject): JsonObject {
  const typed = withOwnType(schema);
  if (typed["example"] === undefined || "examples" in typed) return typed;
  const { example, ...others } = typed;
  return { ...others, examples: [example!] };
}

/** The same with a type that JSON Schema has, and null as one of the types. */
function withOwnType(schema: JsonObject): JsonObject {
  const { nullable, ...others } = schema;
  const written = textAt(schema, "type");
  if (written === undefined) return nullable === false ? others : schema;
  const type = Object.hasOwn(typeNames, written) ? typeNames[written]! : written;
  // Null beside a reference or among alternatives has several forms: the author decides.
  if (nullable !== true)
    return type === written && nullable !== false ? schema : { ...others, type };
  const values = schema["enum"];
  const lacksNull = Array.isArray(values) && !values.includes(null);
  return {
    ...others,
    type: [type, "null"],
    ...(lacksNull && { enum: [...(values as readonly Json[]), null] }),
  };
}
