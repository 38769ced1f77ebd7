/**
 * Parses JSON. Integers beyond 2^53, which JSON.parse would round, become bigint. A fraction never becomes an integer:
 * 0.9999999999999999999 is read as 0.9999999999999999. Throws RangeError for a text
 * that is nested too deeply or has too many values.
 */
export function parseExact(text: string): unknown {
  limitValues(text);
  if (!rounded.test(text)) return JSON.parse(text);
  const marked = replaceNumbers(text, exactNumber);
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/**
 * Prints JSON. A bigint becomes decimal text, which nodes accept as an integer of any size, or a number with
 * all its digits.
 */
export function stringifyParams(value: unknown, bigint: "text" | "number" = "text"): string {
  const before = bigint === "number" ? mark : "";
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "bigint" ? before + item.toString() : item,
  );
  return bigint === "text" ? text : text.replaceAll(markedInteger, "$1");
}

/**
 * Prints a value as the node sent it: a bigint becomes a number with all its digits. For a transaction, a block or another
 * object of a kind that this client does not know, which stays as it was parsed.
 */
export function stringifyExact(value: unknown): string {
  return stringifyParams(value, "number");
}

/** A text without this has no number that a double rounds from or to an integer. */
const rounded = /\d[\d.]{15}|[eE]-\d{3}/;
/** No field has integers with more than a thousand digits, and BigInt takes seconds for millions of them. */
const largeInteger = /^-?\d{16,1000}$/;
/** A prefix of no text that a node sends: it is another one in each process, so that no node can know it. */
const secret: string = Math.random().toString(36).slice(2);
const mark = `\u0000integer ${secret}:`;
const markedInteger = new RegExp(`"\\\\u0000integer ${secret}:(-?\\d+)"`, "g");

/** Far more levels than a response has; everything that reads a value with recursion can read this many. */
const levelsMax = 1000;

/** Far more values than a response has; 128 MiB of empty objects take more memory than a process has. */
const valuesMax = 4 * 1024 * 1024;

function limitValues(text: string): void {
  if (text.length <= levelsMax) return;
  let levels = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values++;
    else if (code === openList || code === openObject) {
      values++;
      if (++levels > levelsMax) throw new RangeError(`nested in more than ${levelsMax} levels`);
    } else if (code === closeList || code === closeObject) levels--;
  }
  if (values > valuesMax) throw new RangeError(`made of more than ${valuesMax} values`);
}

/**
 * Replaces the numbers of a JSON text, and leaves its strings. There is no pattern for it, because a pattern can keep a
 * position for each character that it repeats, and overflows with millions of them.
 */
function replaceNumbers(text: string, replace: (token: string) => string): string {
  let replaced = "";
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    if (!startsNumber(code)) continue;
    const start = at;
    while (continuesNumber(text.charCodeAt(at + 1))) at++;
    const token = text.slice(start, at + 1);
    const replacement = replace(token);
    if (replacement === token) continue;
    replaced += text.slice(copied, start) + replacement;
    copied = at + 1;
  }
  return replaced + text.slice(copied);
}

/** Where the string that starts at a position ends: at its closing quotation mark, or with the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const [quote, backslash] = [0x22, 0x5c];
const comma = 0x2c;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [plus, minus, point, zero, nine] = [0x2b, 0x2d, 0x2e, 0x30, 0x39];
const [upperE, lowerE] = [0x45, 0x65];

function startsNumber(code: number): boolean {
  return (code >= zero && code <= nine) || code === minus;
}

function continuesNumber(code: number): boolean {
  return (
    startsNumber(code) || code === point || code === plus || code === lowerE || code === upperE
  );
}

/** Returns the token that JSON.parse reads as this number exactly. Throws SyntaxError for a token that is not a JSON number. */
function exactNumber(token: string): string {
  const value = JSON.parse(token) as number;
  if (!largeInteger.test(token)) return isRoundedFraction(token, value) ? besides(value) : token;
  return Number.isSafeInteger(value) ? token : JSON.stringify(mark + token);
}

/** Whether a number has digits after the point, and its double is an integer that a field would accept. */
function isRoundedFraction(token: string, value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  const [mantissa = "", exponent = "0"] = token.replace(/^-/, "").split(/[eE]/);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const integerDigits = Math.max(0, whole.length + Number(exponent));
  return /[1-9]/.test((whole + fraction).slice(integerDigits));
}

/** The double next to an integer, as JSON; from 2^52, where all are integers, a number that no field accepts. */
function besides(value: number): string {
  if (Math.abs(value) >= 2 ** 52) return "1e999";
  return String(value === 0 ? Number.MIN_VALUE : value * (1 - Number.EPSILON / 2));
}
