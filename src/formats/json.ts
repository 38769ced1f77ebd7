import { FormatError } from "./format-error.ts";

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
 * Parses JSON; integers beyond 2^53 become bigint, all else is as JSON.parse has it.
 * Throws FormatError with the text of JSON.parse, and where it nests more than 1,000 deep.
 */
export function parseJson(text: string): JsonValue {
  const value = parseNative(text);
  // Sixteen digits in a row are the sign that JSON.parse may have rounded.
  return /\d{16}/.test(text) ? new ExactReader(text).read() : value;
}

/** Writes JSON; a bigint becomes a number of all its digits. */
export function formatJson(value: JsonValue): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(formatJson).join(",")}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${formatJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

function parseNative(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FormatError(error.message, { cause: error });
  }
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

const depthMax = 1000;

/** Reads a text that JSON.parse has accepted, so that it need not look for mistakes. */
class ExactReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonValue {
    return this.#value(this.#token());
  }

  #value(first: string): JsonValue {
    if (first !== "{" && first !== "[") return scalar(first);
    if (++this.#depth > depthMax) throw new FormatError("exceeded max depth");
    const value = first === "{" ? this.#object() : this.#array();
    this.#depth--;
    return value;
  }

  #object(): JsonValue {
    const entries: [string, JsonValue][] = [];
    for (let name = this.#token(); name !== "}"; name = this.#token()) {
      if (name === ",") continue;
      this.#token();
      entries.push([JSON.parse(name) as string, this.#value(this.#token())]);
    }
    // Unlike an assignment this makes a member of `__proto__` too.
    return Object.fromEntries(entries);
  }

  #array(): JsonValue {
    const items: JsonValue[] = [];
    for (let first = this.#token(); first !== "]"; first = this.#token()) {
      if (first !== ",") items.push(this.#value(first));
    }
    return items;
  }

  /** A bracket, a colon, a comma, or the whole text of a scalar. */
  #token(): string {
    while (" \t\n\r".includes(this.#text[this.#at]!)) this.#at++;
    const start = this.#at;
    const first = this.#text[start]!;
    if (first === '"') this.#at = this.#endOfString(start);
    else if ("{}[]:,".includes(first)) this.#at++;
    else this.#at = this.#endOfWord(start);
    return this.#text.slice(start, this.#at);
  }

  #endOfString(start: number): number {
    let quote = start;
    for (;;) {
      quote = this.#text.indexOf('"', quote + 1);
      let escapes = 0;
      while (this.#text[quote - 1 - escapes] === "\\") escapes++;
      if (escapes % 2 === 0) return quote + 1;
    }
  }

  #endOfWord(start: number): number {
    let end = start;
    while (end < this.#text.length && !" \t\n\r{}[]:,".includes(this.#text[end]!)) end++;
    return end;
  }
}

function scalar(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(text) ? BigInt(text) : value;
}
