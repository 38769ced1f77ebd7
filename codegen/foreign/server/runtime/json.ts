import { randomUUID } from "node:crypto";

// Unpredictable, so that no text of a request can pass for it.
const mark = `\u0000${randomUUID()}:`;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const largeInteger = /^-?\d{16,}$/;

/** Parses JSON. Integers beyond 2^53, which JSON.parse would round, become bigint. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(stringOrNumber, (token) =>
    !largeInteger.test(token) || Number.isSafeInteger(Number(token))
      ? token
      : JSON.stringify(mark + token),
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Prints JSON. A bigint is a number with all its digits; a value without a JSON form is null. */
export function formatJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if ("toJSON" in value && typeof value.toJSON === "function") return formatJson(value.toJSON());
  if (Array.isArray(value)) return `[${value.map(formatJson).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${formatJson(member)}`).join(",")}}`;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
