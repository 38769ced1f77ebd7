import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "./load/json.ts";

/** The name of a method, param, result or example; empty if it has none. */
export function nameOf(part: Json | undefined): string {
  return textAt(part, "name") ?? "";
}

/** The methods of an OpenRPC document. */
export function methodsIn(document: JsonObject): JsonObject[] {
  return listAt(document, "methods").filter(isObject);
}

export function methodsByName(document: JsonObject): Map<string, JsonObject> {
  return new Map(methodsIn(document).map((method) => [nameOf(method), method]));
}

/** The params that a method declares, or that an example gives. */
export function paramsIn(method: Json | undefined): JsonObject[] {
  return listAt(method, "params").filter(isObject);
}

/** The schema of a param or result. Without one, it can be anything. */
export function schemaOf(descriptor: Json | undefined): Json {
  return isObject(descriptor) ? (descriptor["schema"] ?? true) : true;
}

/** The schema of what a method returns. */
export function resultSchema(method: JsonObject): Json {
  return schemaOf(method["result"]);
}

/** The component schemas of a self-contained document, by name. */
export function componentSchemas(document: JsonObject): Map<string, Json> {
  return new Map(Object.entries(objectAt(document["components"], "schemas")));
}
