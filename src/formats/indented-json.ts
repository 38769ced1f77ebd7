import { formatJson, type JsonValue } from "./json.ts";

/** Writes a value as JSON for people, an item or member a line; numbers keep every digit. Recursive. */
export function formatIndentedJson(value: JsonValue, indent = ""): string {
  if (typeof value !== "object" || value === null) return formatJson(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((item: JsonValue) => formatIndentedJson(item, inner))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${formatIndentedJson(member, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
}
