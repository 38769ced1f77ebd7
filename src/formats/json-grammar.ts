import { FormatError } from "./format-error.ts";
import { formatGoQuoted } from "./go-quote.ts";
import { skipSpace } from "./json-scan.ts";

/** Receives the parts of a JSON value in order. `start` and `end` are positions in the text. */
export type JsonVisitor = {
  open(bracket: "{" | "["): void;
  close(): void;
  name(start: number, end: number): void;
  /** A string, number, true, false or null. */
  scalar(start: number, end: number): void;
};

/** Where the first value of a text is, or why there is none. */
export type JsonScan =
  | { readonly ok: true; readonly start: number; readonly end: number }
  | { readonly ok: false; readonly message: string };

const unexpectedEnd = "unexpected EOF";

/** The maximum depth of Go's encoding/json. */
const goDepthMax = 10_000;

/**
 * Finds the first JSON value of a body, ignores what follows, and reports errors as Go's
 * encoding/json does (Decoder.Decode of Go 1.22). Takes the body's bytes as Latin-1, because Go's
 * scanner sees bytes.
 */
export function scanGoValue(bytes: string): JsonScan {
  const start = skipSpace(bytes, 0);
  if (start === bytes.length) return { ok: false, message: "EOF" };
  try {
    return { ok: true, start, end: walkJson(bytes, start, goDepthMax, ignore) };
  } catch (error) {
    if (error instanceof FormatError) return { ok: false, message: error.message };
    throw error;
  }
}

const ignore: JsonVisitor = { open() {}, close() {}, name() {}, scalar() {} };

/**
 * Walks one JSON value and returns the position after it. Keeps its own stack, so that no depth of
 * nesting overflows the call stack. Throws FormatError with the messages of Go's encoding/json.
 */
export function walkJson(
  text: string,
  from: number,
  depthMax: number,
  visitor: JsonVisitor,
): number {
  const open: ("{" | "[")[] = [];
  let at = skipSpace(text, from);
  for (;;) {
    const first = text[at];
    if (first === "{" || first === "[") {
      open.push(first);
      if (open.length > depthMax) throw new FormatError("exceeded max depth");
      visitor.open(first);
      at = skipSpace(text, at + 1);
      if (text[at] !== closingOf(first)) {
        if (first === "{") at = memberValue(text, at, visitor);
        continue;
      }
    } else {
      const end = scalarEnd(text, at);
      visitor.scalar(at, end);
      at = end;
      if (open.length === 0) return at;
    }
    at = nextValue(text, at, open, visitor);
    if (open.length === 0) return at;
  }
}

/**
 * Walks a text that is one JSON value, with nothing but spaces around it. Throws FormatError with the messages of Go's
 * json.Unmarshal.
 */
export function walkWholeJson(text: string, visitor: JsonVisitor): void {
  try {
    const end = skipSpace(text, walkJson(text, 0, goDepthMax, visitor));
    if (end < text.length) fail(text, end, "after top-level value");
  } catch (error) {
    if (!(error instanceof FormatError) || error.message !== unexpectedEnd) throw error;
    throw new FormatError("unexpected end of JSON input", { cause: error });
  }
}

/** Moves from the end of a value over closing brackets and a comma to the next value. */
function nextValue(text: string, from: number, open: ("{" | "[")[], visitor: JsonVisitor): number {
  let at = from;
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    at = skipSpace(text, at);
    if (text[at] === ",") {
      at = skipSpace(text, at + 1);
      return container === "{" ? memberValue(text, at, visitor) : at;
    }
    if (text[at] !== closingOf(container)) {
      fail(text, at, container === "{" ? "after object key:value pair" : "after array element");
    }
    open.pop();
    visitor.close();
    at += 1;
  }
  return at;
}

/** Reads a member's name and colon; returns where its value starts. */
function memberValue(text: string, at: number, visitor: JsonVisitor): number {
  if (text[at] !== '"') fail(text, at, "looking for beginning of object key string");
  const end = stringEnd(text, at);
  visitor.name(at, end);
  const colon = skipSpace(text, end);
  if (text[colon] !== ":") fail(text, colon, "after object key");
  return skipSpace(text, colon + 1);
}

const closingOf = (bracket: "{" | "["): string => (bracket === "{" ? "}" : "]");

const literals: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

function scalarEnd(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return stringEnd(text, at);
  if (first === "-" || isDigit(text, at)) return numberEnd(text, at);
  const literal = first === undefined ? undefined : literals[first];
  if (literal === undefined) fail(text, at, "looking for beginning of value");
  for (let i = 1; i < literal.length; i++) {
    if (text[at + i] !== literal[i]) {
      fail(text, at + i, `in literal ${literal} (expecting ${quoteChar(literal.charCodeAt(i))})`);
    }
  }
  return at + literal.length;
}

/** What may follow a backslash. */
const escapes: ReadonlySet<number> = new Set([...'bfnrt\\/"u'].map((c) => c.charCodeAt(0)));

const isHexDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x46) ||
  (code >= 0x61 && code <= 0x66);

function stringEnd(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    // NaN, at the end of the text, is not 0x20 or more either.
    if (!(code >= 0x20)) fail(text, at, "in string literal");
    at += 1;
    if (code !== 0x5c) continue;
    const letter = text.charCodeAt(at);
    if (!escapes.has(letter)) fail(text, at, "in string escape code");
    at += 1;
    if (letter !== 0x75) continue;
    for (const end = at + 4; at < end; at++) {
      if (!isHexDigit(text.charCodeAt(at))) fail(text, at, "in \\u hexadecimal character escape");
    }
  }
}

function numberEnd(text: string, from: number): number {
  let at = text[from] === "-" ? from + 1 : from;
  if (!isDigit(text, at)) fail(text, at, "in numeric literal");
  at = text[at] === "0" ? at + 1 : digitsEnd(text, at);
  if (text[at] === ".") {
    at += 1;
    if (!isDigit(text, at)) fail(text, at, "after decimal point in numeric literal");
    at = digitsEnd(text, at);
  }
  if (text[at] === "e" || text[at] === "E") {
    at += 1;
    if (text[at] === "+" || text[at] === "-") at += 1;
    if (!isDigit(text, at)) fail(text, at, "in exponent of numeric literal");
    at = digitsEnd(text, at);
  }
  return at;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text, at)) at += 1;
  return at;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function fail(text: string, at: number, context: string): never {
  if (at >= text.length) throw new FormatError(unexpectedEnd);
  throw new FormatError(`invalid character ${quoteChar(text.charCodeAt(at))} ${context}`);
}

/** A byte as Go's error messages quote it. */
function quoteChar(code: number): string {
  if (code === 0x27) return "'\\''";
  if (code === 0x22) return "'\"'";
  return `'${formatGoQuoted(String.fromCharCode(code)).slice(1, -1)}'`;
}
