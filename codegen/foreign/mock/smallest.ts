import { type Json, type JsonObject, listAt } from "../../load/json.ts";
import type { Choices } from "./sampler.ts";

const checkedDepthMax = 8;

/** Whether a value matches a schema. */
export type IsValid = (value: Json, schema: Json) => boolean;

/**
 * Chooses the constant or first enum value, else the smallest that the keywords allow. With `usesGiven`, examples and
 * defaults come first; with `isValid`, each union has a value of the first of its forms that has a valid one. Recursive
 * schemas end where members are optional or lists can be empty.
 */
export function smallest(usesGiven: boolean, isValid?: IsValid): Choices {
  // An empty list is often of several forms.
  const listDepthMax = isValid === undefined ? 4 : checkedDepthMax;
  return {
    depthMax: 30,
    given: (schema) => {
      if ("const" in schema) return schema["const"];
      const [example] = usesGiven ? listAt(schema, "examples") : [];
      const fallback = usesGiven ? schema["default"] : undefined;
      return example ?? fallback ?? listAt(schema, "enum")[0];
    },
    formOf: ([firstForm, ...others], schema, depth, written) => {
      const first = written(firstForm);
      // Deep inside, the first form is the one that ends a recursion.
      if (isValid === undefined || others.length === 0 || depth > checkedDepthMax) return first;
      if (isValid(first, schema)) return first;
      for (const form of others) {
        const value = written(form);
        if (isValid(value, schema)) return value;
      }
      return first;
    },
    number: smallestNumber,
    boolean: () => true,
    hasOptional: (depth) => depth < 3,
    length: ({ minItems, maxItems }, _fixed, isTuple, depth) => {
      const wanted = depth < listDepthMax && !isTuple ? 1 : 0;
      return Math.min(Number(minItems ?? wanted), Number(maxItems ?? Number.POSITIVE_INFINITY));
    },
  };
}

function smallestNumber(schema: JsonObject): Json {
  const { minimum, exclusiveMinimum, maximum, multipleOf } = schema;
  if (typeof multipleOf === "number" && multipleOf > 0) {
    const least = typeof minimum === "number" ? minimum : Number(exclusiveMinimum ?? 0);
    const count = Math.ceil(least / multipleOf);
    return (count * multipleOf > Number(exclusiveMinimum ?? -1) ? count : count + 1) * multipleOf;
  }
  if (minimum !== undefined) return minimum;
  if (typeof exclusiveMinimum === "number") {
    const end = Number(schema["exclusiveMaximum"] ?? maximum ?? Number.POSITIVE_INFINITY);
    return exclusiveMinimum + Math.min(1, (end - exclusiveMinimum) / 2);
  }
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}
