import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";

/** The URL of a document's first HTTP server, with the defaults of its variables, or undefined. */
export function firstServerUrl(document: JsonObject): string | undefined {
  return listAt(document, "servers").map(urlOf).find(isHttpUrl);
}

export function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function urlOf(server: Json): string {
  const variables = objectAt(server, "variables");
  return (textAt(server, "url") ?? "").replaceAll(
    /\$?\{\{?([^{}]+)\}?\}/g,
    (whole, name: string) => textOf(objectAt(variables, name.trim())["default"]) ?? whole,
  );
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined || isObject(value) ? undefined : String(value);
}
