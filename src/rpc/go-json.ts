/** The first value of a text, or why Go refuses it. */
type GoScan =
  | { readonly ok: true; readonly start: number; readonly end: number }
  | { readonly ok: false; readonly message: string };

const depthMax = 10_000;
const literals: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

/**
 * Finds the first JSON value of a body, ignoring what follows, and words its faults as Go's
 * encoding/json does (Decoder.Decode of Go 1.22). Takes the body's bytes as Latin-1, since Go's
 * scanner sees bytes.
 */
export const scanGoValue = (bytes: string): GoScan => {
  const start = afterSpace(bytes, 0);
  if (start === bytes.length) return { ok: false, message: "EOF" };
  try {
    return { ok: true, start, end: scanValue(bytes, start) };
  } catch (error) {
    if (error instanceof ScanError) return { ok: false, message: error.message };
    throw error;
  }
};

/** Walks values with an explicit stack: what is open, and what must come next. */
const scanValue = (bytes: string, start: number): number => {
  const open: string[] = [];
  let at = start;
  // Whether a closing bracket may stand here in place of a value or a name.
  let maybeEmpty = false;
  for (;;) {
    at = afterSpace(bytes, at);
    const container = open.at(-1);
    const code = bytes[at];
    if (maybeEmpty && (code === "}" || code === "]") && isPair(container, code)) {
      at = closeAll(bytes, at, open);
    } else {
      if (container === "{") {
        if (code !== '"') fail(bytes, at, "looking for beginning of object key string");
        at = afterSpace(bytes, scanString(bytes, at));
        if (bytes[at] !== ":") fail(bytes, at, "after object key");
        at = afterSpace(bytes, at + 1);
      }
      const first = bytes[at];
      if (first === "{" || first === "[") {
        open.push(first);
        if (open.length > depthMax) throw new ScanError("exceeded max depth");
        at += 1;
        maybeEmpty = true;
        continue;
      }
      at = scanScalar(bytes, at);
      if (open.length === 0) return at;
      at = closeAll(bytes, at - 1, open, false);
    }
    if (open.length === 0) return at;
    maybeEmpty = false;
  }
};

const isPair = (container: string | undefined, code: string): boolean =>
  container === "{" ? code === "}" : container === "[" && code === "]";

/** After the end of a value: closes what closes, and steps over the comma before the next value. */
const closeAll = (bytes: string, from: number, open: string[], closing = true): number => {
  if (closing) open.pop();
  let at = from + 1;
  while (open.length > 0) {
    at = afterSpace(bytes, at);
    const container = open.at(-1);
    const code = bytes[at];
    if (code === ",") return at + 1;
    if (code === undefined || !isPair(container, code)) {
      fail(bytes, at, container === "{" ? "after object key:value pair" : "after array element");
    }
    open.pop();
    at += 1;
  }
  return at;
};

const scanScalar = (bytes: string, at: number): number => {
  const first = bytes[at];
  if (first === '"') return scanString(bytes, at);
  if (first === "-" || isDigit(first)) return scanNumber(bytes, at);
  const literal = first === undefined ? undefined : literals[first];
  if (literal === undefined) fail(bytes, at, "looking for beginning of value");
  for (let i = 1; i < literal.length; i++) {
    if (bytes[at + i] !== literal[i]) {
      fail(bytes, at + i, `in literal ${literal} (expecting ${quoteByte(literal.charCodeAt(i))})`);
    }
  }
  return at + literal.length;
};

const scanString = (bytes: string, from: number): number => {
  let at = from + 1;
  for (;;) {
    const code = bytes[at];
    if (code === '"') return at + 1;
    if (code === undefined || code < " ") fail(bytes, at, "in string literal");
    at += 1;
    if (code !== "\\") continue;
    const letter = bytes[at];
    if (letter === undefined || !'bfnrt\\/"u'.includes(letter)) {
      fail(bytes, at, "in string escape code");
    }
    at += 1;
    if (letter !== "u") continue;
    for (const end = at + 4; at < end; at++) {
      if (!/[0-9a-fA-F]/.test(bytes[at] ?? "")) {
        fail(bytes, at, "in \\u hexadecimal character escape");
      }
    }
  }
};

const scanNumber = (bytes: string, from: number): number => {
  let at = bytes[from] === "-" ? from + 1 : from;
  if (!isDigit(bytes[at])) fail(bytes, at, "in numeric literal");
  if (bytes[at] === "0") at += 1;
  else at = afterDigits(bytes, at);
  if (bytes[at] === ".") {
    at += 1;
    if (!isDigit(bytes[at])) fail(bytes, at, "after decimal point in numeric literal");
    at = afterDigits(bytes, at);
  }
  if (bytes[at] === "e" || bytes[at] === "E") {
    at += 1;
    if (bytes[at] === "+" || bytes[at] === "-") at += 1;
    if (!isDigit(bytes[at])) fail(bytes, at, "in exponent of numeric literal");
    at = afterDigits(bytes, at);
  }
  return at;
};

const afterDigits = (bytes: string, from: number): number => {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  return at;
};

const isDigit = (code: string | undefined): boolean =>
  code !== undefined && code >= "0" && code <= "9";

const afterSpace = (bytes: string, from: number): number => {
  let at = from;
  while (at < bytes.length && " \t\r\n".includes(bytes[at]!)) at += 1;
  return at;
};

function fail(bytes: string, at: number, context: string): never {
  if (at >= bytes.length) throw new ScanError("unexpected EOF");
  throw new ScanError(`invalid character ${quoteByte(bytes.charCodeAt(at))} ${context}`);
}

/** A byte as Go's error texts quote it. */
const quoteByte = (code: number): string => {
  if (code === 0x27) return "'\\''";
  if (code === 0x22) return "'\"'";
  const quoted = goQuote(String.fromCharCode(code));
  return `'${quoted.slice(1, -1)}'`;
};

const named: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** Quotes a text as Go's strconv.Quote (`%q`) does. */
export const goQuote = (text: string): string => {
  let quoted = '"';
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (named[char] !== undefined) quoted += named[char];
    else if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)) quoted += char;
    else if (code < 0x80) quoted += `\\x${code.toString(16).padStart(2, "0")}`;
    else if (code < 0x10000) quoted += `\\u${code.toString(16).padStart(4, "0")}`;
    else quoted += `\\U${code.toString(16).padStart(8, "0")}`;
  }
  return `${quoted}"`;
};

/** Escapes in JSON text what Go's encoder does not leave bare: `<`, `>`, `&`, U+2028 and U+2029. */
export const goEscape = (json: string): string =>
  /[<>&\u2028\u2029]/.test(json)
    ? json.replace(
        /[<>&\u2028\u2029]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
      )
    : json;

class ScanError extends Error {}
