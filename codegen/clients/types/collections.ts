import { isObject, type Json, type JsonObject, oneLine } from "../../load/json.ts";

/** The schema of the items of a list; of a tuple, of draft 7 or of 2020-12, that of an item at any of its places. */
export function itemsOf(schema: JsonObject): Json {
  const { items, prefixItems, additionalItems, unevaluatedItems } = schema;
  const [places, written] = Array.isArray(prefixItems)
    ? [prefixItems, items]
    : [items, additionalItems];
  if (!Array.isArray(places)) return items ?? true;
  const rest = written ?? unevaluatedItems;
  return anyOf([...places, ...(isObject(rest) ? [rest] : [])]);
}

/** The schema of the values of an object that is a map; true if any, undefined if it says nothing of some of its names. */
export function valuesOf(schema: JsonObject): Json | undefined {
  const { patternProperties } = schema;
  const rest = undeclaredOf(schema);
  if (!isObject(patternProperties)) return isObject(rest) ? rest : true;
  const hasAnyName = Object.keys(patternProperties).some((pattern) => anyName.has(pattern));
  if (!isObject(rest) && rest !== false && !hasAnyName) return undefined;
  return anyOf([...Object.values(patternProperties), ...(isObject(rest) ? [rest] : [])]);
}

/** What a schema says of members that it does not declare. */
export function undeclaredOf(schema: JsonObject): Json | undefined {
  return schema[undeclaredKeyword(schema)];
}

/** Where it says so. Its parts are merged, so that both keywords mean the same. */
export function undeclaredKeyword(schema: JsonObject): string {
  return "additionalProperties" in schema ? "additionalProperties" : "unevaluatedProperties";
}

/** Patterns of every name: Go's reflection writes maps with one. */
const anyName = new Set(["", ".*", "^.*$", ".+", "^.+$"]);

function anyOf(schemas: readonly Json[]): Json {
  const forms = [...new Map(schemas.map((form) => [oneLine(form), form])).values()];
  const [first = true, ...others] = forms;
  return others.length === 0 ? first : { anyOf: forms };
}
