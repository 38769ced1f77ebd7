import { itemsOf } from "../../clients/types/collections.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import type { Random } from "./random.ts";
import { sampleText } from "./sample-text.ts";

/** What a list consists of: items at fixed places, and the schema of those after them. */
export function listParts(schema: JsonObject): {
  readonly first: readonly Json[];
  readonly rest: Json;
} {
  const { items, prefixItems } = schema;
  if (Array.isArray(prefixItems)) return { first: prefixItems, rest: restOf(items, schema) };
  if (Array.isArray(items))
    return { first: items, rest: restOf(schema["additionalItems"], schema) };
  return { first: [], rest: restOf(items, schema) };
}

/** Items of which a tuple says nothing have the types of its places, as in clients. */
function restOf(written: Json | undefined, schema: JsonObject): Json {
  const rest = written ?? schema["unevaluatedItems"] ?? true;
  return rest === true ? itemsOf(schema) : rest;
}

/** How many items `contains` asks for. */
export function containedCount(schema: JsonObject): number {
  return "contains" in schema ? Number(schema["minContains"] ?? 1) : 0;
}

/** Names of members, and further ones that they or `minProperties` ask for. */
export function completeNames(
  schema: JsonObject,
  names: readonly string[],
  random?: Random,
): string[] {
  const complete = new Set(names);
  const dependent = {
    ...objectAt(schema, "dependencies"),
    ...objectAt(schema, "dependentRequired"),
  };
  for (const name of complete) {
    for (const other of listAt(dependent, name)) complete.add(String(other));
  }
  const least = Number(schema["minProperties"] ?? 0);
  // A typed client has no other members than the declared ones.
  for (const [name, member] of Object.entries(objectAt(schema, "properties"))) {
    if (complete.size < least && member !== false) complete.add(name);
  }
  for (let number = 1; complete.size < least && number < 100; number++) {
    complete.add(newName(schema, number, random));
  }
  return [...complete];
}

function newName(schema: JsonObject, number: number, random: Random | undefined): string {
  const names = schema["propertyNames"];
  const words = listAt(names, "enum");
  if (words.length > 0) return String(words[number % words.length]);
  const [pattern] = Object.keys(objectAt(schema, "patternProperties"));
  if (isObject(names)) return sampleText(names, number === 1 ? random : undefined);
  return pattern === undefined ? `member${number}` : sampleText({ pattern }, random);
}

/** The schema with its conditions as alternatives, one of which a value satisfies. */
export function withoutConditions(schema: JsonObject): JsonObject {
  const { if: condition, then: consequence, else: otherwise, dependentSchemas, ...rest } = schema;
  const conditions: Json[] =
    condition === undefined
      ? []
      : [
          {
            anyOf: [
              { allOf: [condition, consequence ?? true].filter(isObject) },
              { allOf: [otherwise ?? true].filter(isObject) },
            ],
          },
        ];
  // What belongs to a member is allowed without it, too.
  const dependent = Object.values(isObject(dependentSchemas) ? dependentSchemas : {});
  const parts = [...conditions, ...dependent.filter(isObject)];
  return parts.length === 0 ? rest : { ...rest, allOf: [...listAt(rest, "allOf"), ...parts] };
}
