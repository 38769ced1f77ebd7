import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  oneLine,
  textAt,
} from "../../load/json.ts";
import { follow, referenceName, type SchemaMap, unionForms } from "../../schema.ts";
import { wordsOf } from "../../schema-kind.ts";

/** Whether a schema is that of an object with fixed members. */
export function isClosedObject(schema: JsonObject): boolean {
  return schema["type"] === "object" && schema["additionalProperties"] === false;
}

/** One object that every form is an instance of: it requires the members that they share. */
export function mergedForms(forms: readonly JsonObject[], components: SchemaMap): JsonObject {
  const names = new Set(forms.flatMap((form) => Object.keys(objectAt(form, "properties"))));
  const merged = [...names].map((name): [string, Json] => {
    const own = forms.map((form) => objectAt(form, "properties")[name]).filter(isObject);
    return [name, mergedMembers(own, components)];
  });
  const required = [...names].filter((name) =>
    forms.every((form) => listAt(form, "required").includes(name)),
  );
  return {
    type: "object",
    additionalProperties: false,
    required,
    properties: Object.fromEntries(merged),
  };
}

function mergedMembers(schemas: readonly JsonObject[], components: SchemaMap): JsonObject {
  const [first = {}] = schemas;
  const description = textAt(first, "description") ?? "";
  const distinct = new Map(schemas.map((schema) => [typeKey(schema), schema]));
  if (distinct.size === 1) return first;
  const words = schemas.map((schema) => wordsOf(follow(schema, components)));
  if (words.every((list) => list !== undefined)) {
    return { description, type: "string", enum: [...new Set(words.flat())] };
  }
  const items = schemas.map((schema) => schema["items"]).filter(isObject);
  if (schemas.every(isList) && items.length === schemas.length) {
    return { description, type: "array", items: mergedMembers(items, components) };
  }
  return { description, oneOf: spreadObjects([...distinct.values()], components) };
}

/**
 * If several forms are objects, replaces a union by its own forms, so that all objects are
 * distinguished at once.
 */
function spreadObjects(schemas: readonly JsonObject[], components: SchemaMap): JsonObject[] {
  const isText = (schema: JsonObject) => follow(schema, components)["type"] === "string";
  if (schemas.filter((schema) => !isText(schema)).length < 2) return [...schemas];
  return schemas.flatMap((schema) => unionForms(follow(schema, components)) ?? [schema]);
}

function isList(schema: JsonObject): boolean {
  return schema["type"] === "array";
}

function typeKey(schema: JsonObject): string {
  return referenceName(schema) ?? oneLine({ ...schema, description: "" });
}
