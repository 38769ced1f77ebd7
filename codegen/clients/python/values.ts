import { isObject, type Json } from "../../load/json.ts";
import { quoted } from "../literals.ts";

/** Prints JSON as an expression. */
export function pythonValue(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (!isObject(value)) return `${value}`;
  const members = Object.entries(value).map(
    ([name, each]) => `${quoted(name)}: ${pythonValue(each)}`,
  );
  return `{${members.join(", ")}}`;
}
