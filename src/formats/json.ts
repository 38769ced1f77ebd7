import { FormatError } from "./format-error.ts";
import { type JsonVisitor, scanGoValue, walkJson } from "./json-grammar.ts";
import { skipSpace } from "./json-scan.ts";

/** A JSON value in which an integer that a double cannot hold exactly is a bigint. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * `exact` reads 1.0 as the integer 1; `literal` reads an integer written as 1.0, 1e3 or -0 as NaN.
 */
export type NumberReading = "exact" | "literal";

// A number of 16 or more digits where a value can start. A match inside a string only costs
// time.
const longNumber = /(?:^|[:[,])\s*-?\d{16}/;
const longOrDecimalNumber = /(?:^|[:[,])\s*-(?=0)|(?:^|[:[,])\s*-?(?:\d{16}|\d+[.eE])/;

/**
 * Parses one JSON text. Integers beyond 2^53 become `bigint`, the last of duplicate names wins, and
 * `__proto__` is a name like any other. Throws FormatError with the message of JSON.parse, or if
 * values that need the exact reader nest deeper than `depthMax`.
 */
export function parseJson(
  text: string,
  numbers: NumberReading = "exact",
  depthMax = 1000,
): JsonValue {
  const value = parseNative(text);
  const pattern = numbers === "exact" ? longNumber : longOrDecimalNumber;
  if (!pattern.test(text)) return value;
  const builder = new ValueBuilder(text, numbers);
  walkJson(text, 0, depthMax, builder);
  return builder.root;
}

/** JSON.parse is faster for a short text, but makes objects of hundreds of thousands of names slowly. */
const shortText = 65_536;

/** Whether a text is one JSON value, in which nothing nests deeper than 10,000 levels if it is long. */
export function isJson(text: string): boolean {
  if (text.length > shortText) {
    const scan = scanGoValue(text);
    return scan.ok && skipSpace(text, scan.end) === text.length;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a value as JSON, a `bigint` as an integer with all its digits. Like JSON.stringify it omits
 * members that are undefined. Recursive: the caller bounds the depth.
 */
export function formatJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return value.toString();
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? formatArray(value) : formatObject(value);
    case "number":
      return Number.isFinite(value) ? String(value === 0 ? 0 : value) : "null";
    case "boolean":
      return value ? "true" : "false";
    default:
      return "null";
  }
}

/** Like `formatJson`, for values that seldom have a `bigint`: JSON.stringify is faster, but throws for one. */
export function formatPlainJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return formatJson(value);
  }
}

function parseNative(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FormatError(error.message, { cause: error });
  }
}

type Members = { [name: string]: JsonValue };

/** Builds the value of a text that JSON.parse has accepted. */
class ValueBuilder implements JsonVisitor {
  root: JsonValue = null;
  readonly #text: string;
  readonly #numbers: NumberReading;
  readonly #open: (JsonValue[] | Members)[] = [];
  #container: JsonValue[] | Members | undefined;
  /** Name of the member whose value comes next. */
  #name = "";

  constructor(text: string, numbers: NumberReading) {
    this.#text = text;
    this.#numbers = numbers;
  }

  open(bracket: "{" | "["): void {
    const child: JsonValue[] | Members = bracket === "{" ? {} : [];
    this.#put(child);
    if (this.#container !== undefined) this.#open.push(this.#container);
    this.#container = child;
  }

  close(): void {
    this.#container = this.#open.pop();
  }

  name(start: number, end: number): void {
    this.#name = JSON.parse(this.#text.slice(start, end)) as string;
  }

  scalar(start: number, end: number): void {
    const token = this.#text.slice(start, end);
    const isNumber = token[0] === "-" || (token[0]! >= "0" && token[0]! <= "9");
    this.#put(isNumber ? exactNumber(token, this.#numbers) : (JSON.parse(token) as JsonValue));
  }

  #put(value: JsonValue): void {
    const container = this.#container;
    if (container === undefined) this.root = value;
    else if (Array.isArray(container)) container.push(value);
    else define(container, this.#name, value);
  }
}

// No field holds an integer with this many digits, and BigInt takes quadratic time.
const digitsMax = 80;

function exactNumber(token: string, numbers: NumberReading): number | bigint {
  const value = Number(token);
  if (/[.eE]/.test(token)) {
    return numbers === "literal" && Number.isInteger(value) ? Number.NaN : value;
  }
  if (Object.is(value, -0)) return numbers === "literal" ? Number.NaN : 0;
  return Number.isSafeInteger(value) || token.length > digitsMax ? value : BigInt(token);
}

/** Unlike an assignment, this also makes a plain member of `__proto__`. */
function define(members: Members, name: string, value: JsonValue): void {
  if (name !== "__proto__") members[name] = value;
  else {
    const plain = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(members, name, plain);
  }
}

function formatArray(values: readonly unknown[]): string {
  // JSON.stringify writes an array of strings faster than one call per item.
  if (values.every((value) => typeof value === "string")) return JSON.stringify(values);
  let text = "[";
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ",";
    text += formatJson(values[i]);
  }
  return `${text}]`;
}

function formatObject(members: object): string {
  let text = "{";
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || typeof value === "function") continue;
    if (text.length > 1) text += ",";
    text += `${JSON.stringify(name)}:${formatJson(value)}`;
  }
  return `${text}}`;
}
