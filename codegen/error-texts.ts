import { type Json, textAt } from "./load/json.ts";

/** Why an error occurs and what to do, as its document says, and both in one text. */
export function errorTexts(error: Json): {
  readonly cause: string;
  readonly remedy: string;
  readonly description: string;
} {
  const cause = textAt(error, "x-cause") ?? textAt(error, "x-description") ?? "";
  const remedy = textAt(error, "x-remedy") ?? "";
  return { cause, remedy, description: [cause, remedy].filter((text) => text !== "").join(" ") };
}

/** The names of the `{placeholders}` of a message, each once. */
export function placeholdersIn(message: string): string[] {
  const found = message.matchAll(/\{([a-zA-Z]\w*)\}/g);
  return [...new Set([...found].map(([, name]) => name as string))];
}
