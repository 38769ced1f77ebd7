import { FormatError } from "../../../src/formats/format-error.ts";

/** What parsing comes to: a value, or the text of the FormatError. */
export function outcome<Value>(parse: () => Value): { value: Value } | { error: string } {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof FormatError) return { error: error.message };
    throw error;
  }
}
