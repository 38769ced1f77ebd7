import { parseExact } from "./json-exact.ts";
import type { JsonValue, NumberReading } from "./json-value.ts";

// A number of 16 or more digits where a value may begin. A hit inside a string only costs time.
const longNumber = /(?:^|[:[,])\s*-?\d{16}/;
const longOrDecimalNumber = /(?:^|[:[,])\s*-(?=0)|(?:^|[:[,])\s*-?(?:\d{16}|\d+[.eE])/;

/**
 * Parses one JSON text; a `SyntaxError` says that it is none. Integers beyond 2^53 become `bigint`,
 * the last of duplicate names wins, `__proto__` is a name like others.
 */
export const parseJson = (text: string, reading: NumberReading = "exact"): JsonValue => {
  const value: JsonValue = JSON.parse(text);
  const pattern = reading === "exact" ? longNumber : longOrDecimalNumber;
  return pattern.test(text) ? parseExact(text, reading) : value;
};

/**
 * Writes a value as JSON, a `bigint` as an integer of all its digits. Members that are undefined
 * are left out, as JSON.stringify does. Meant for results of a schema: their depth is bounded.
 */
export const stringifyExact = (value: unknown): string => {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return value.toString();
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? stringifyArray(value) : stringifyObject(value);
    case "number":
      return Number.isFinite(value) ? String(value === 0 ? 0 : value) : "null";
    case "boolean":
      return value ? "true" : "false";
    default:
      return "null";
  }
};

const stringifyArray = (values: readonly unknown[]): string => {
  // Texts are written faster all at once.
  if (values.every((value) => typeof value === "string")) return JSON.stringify(values);
  let text = "[";
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ",";
    text += stringifyExact(values[i]);
  }
  return `${text}]`;
};

const stringifyObject = (members: object): string => {
  let text = "{";
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || typeof value === "function") continue;
    if (text.length > 1) text += ",";
    text += `${JSON.stringify(name)}:${stringifyExact(value)}`;
  }
  return `${text}}`;
};
