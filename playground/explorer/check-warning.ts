import { isObject, type JsonObject } from "../json/parse.ts";

/** A check that passes may say what needs the operator. */
export function warningOf(message: JsonObject[string] | undefined): string | undefined {
  if (!isObject(message)) return undefined;
  const { warning } = message;
  return typeof warning === "string" ? warning : undefined;
}
