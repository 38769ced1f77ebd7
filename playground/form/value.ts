import { type Json, parseJson } from "../json/parse.ts";
import type { Input, TextInput } from "./field.ts";

/** Returns the value of a text. An empty text is omitted, unless the field is required. */
export function valueOfText(text: string, input: TextInput): Json | undefined {
  if (text === "") return undefined;
  if (input.number === undefined || !/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)) return text;
  const number = parseJson(text);
  return typeof number === "bigint" && input.number.asText ? text : number;
}

/** Returns the text shown for a value. */
export function textOfValue(value: Json | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/**
 * Describes what looks wrong about a text, if anything. The server decides, so the text can be sent
 * anyway.
 */
export function remark(text: string, input: TextInput): string | undefined {
  if (text === "" || input.pattern === undefined) return undefined;
  const pattern = new RegExp(input.pattern, "u");
  if (pattern.test(text)) return undefined;
  return input.expected === undefined
    ? "Does not match the expected form."
    : `Expected ${input.expected}.`;
}

/** Whether an input can show a value unchanged. */
export function fits(value: Json, input: Input): boolean {
  switch (input.kind) {
    case "text":
      return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return input.values.includes(value);
    case "list":
      return Array.isArray(value) && value.every((item) => fits(item as Json, input.item));
    case "object":
      return (
        isRecord(value) &&
        Object.entries(value).every(([name, member]) => {
          const field = input.fields.find((each) => each.name === name);
          return field !== undefined && fits(member, field.input);
        })
      );
    case "map":
      return isRecord(value) && Object.values(value).every((member) => fits(member, input.value));
    case "union":
      return input.forms.some((form) => fits(value, form.input));
    case "json":
      return true;
  }
}

function isRecord(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
