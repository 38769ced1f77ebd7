/** A JSON value whose integers beyond 2^53 are bigint, so that no digit is lost. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const largeInteger = /^-?\d{16,}$/;
const mark = "\u0000integer:";

/** Parses JSON exactly; throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): Json {
  const marked = text.replace(stringOrNumber, (token) => {
    if (!largeInteger.test(token) || Number.isSafeInteger(Number(token))) return token;
    return JSON.stringify(mark + token);
  });
  if (marked === text) return JSON.parse(text) as Json;
  return JSON.parse(marked, (_key, value: Json) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Prints JSON with two spaces a level, or on one line, and a final newline; bigint becomes a JSON number. */
export function formatJson(value: Json, indent: number | string = 2): string {
  return `${printed(value, indent)}\n`;
}

/** The same on one line, without a newline. */
export function oneLine(value: Json): string {
  return printed(value, 0);
}

function printed(value: Json, indent: number | string): string {
  const text = JSON.stringify(
    value,
    (_key, item: Json) => (typeof item === "bigint" ? mark + item : item),
    indent,
  );
  return text.replaceAll(/"\\u0000integer:(-?\d+)"/g, "$1");
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value's own member, which can be called like one that every object inherits. */
export function memberAt(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The member as an object, or an empty one. */
export function objectAt(value: Json | undefined, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
}

/** The member as a list, or an empty one. */
export function listAt(value: Json | undefined, key: string): readonly Json[] {
  const member = isObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : [];
}

/** The member as text, or undefined. */
export function textAt(value: Json | undefined, key: string): string | undefined {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === "string" ? member : undefined;
}

/** Returns a copy in which `change` has replaced each object, children first. */
export function mapObjects(value: Json, change: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapObjects(member, change)]),
  );
  return change(copy);
}

/** Calls `visit` with every object inside `value` and its JSON pointer. */
export function visitObjects(
  value: Json,
  visit: (object: JsonObject, pointer: string) => void,
  pointer = "",
): void {
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) => {
      visitObjects(item, visit, `${pointer}/${index}`);
    });
    return;
  }
  if (!isObject(value)) return;
  visit(value, pointer);
  for (const [key, member] of Object.entries(value)) {
    visitObjects(member, visit, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

/** The value as tools see it that read every number as a double. */
export function withDoubles(value: Json): unknown {
  return JSON.parse(formatJson(value));
}
