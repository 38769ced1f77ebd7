import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";

/** The URL of a document's first server, with the defaults of its variables, or undefined. */
export function firstServerUrl(document: JsonObject): string | undefined {
  const [first] = listAt(document, "servers");
  const variables = objectAt(first, "variables");
  return textAt(first, "url")?.replaceAll(
    /\$?\{\{?([^{}]+)\}?\}/g,
    (whole, name: string) => textOf(objectAt(variables, name.trim())["default"]) ?? whole,
  );
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined || isObject(value) ? undefined : String(value);
}
