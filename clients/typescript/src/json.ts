/**
 * Parses JSON. Integers beyond 2^53, which JSON.parse would round, become bigint. A fraction never becomes an integer:
 * 0.9999999999999999999 is read as 0.9999999999999999.
 */
export function parseExact(text: string): unknown {
  if (!rounded.test(text)) return JSON.parse(text);
  const marked = text.replace(stringOrNumber, (token) => {
    if (token.startsWith('"')) return token;
    const value = Number(token);
    if (!largeInteger.test(token)) return isRoundedFraction(token, value) ? besides(value) : token;
    return Number.isSafeInteger(value) ? token : JSON.stringify(mark + token);
  });
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
  return bigint === "text" ? text : text.replaceAll(/"\\u0000integer:(-?\d+)"/g, "$1");
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
/** Whole tokens, so that the digits of a string or of a fraction are never taken for an integer. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** No field has integers with more than a thousand digits, and BigInt takes seconds for millions of them. */
const largeInteger = /^-?\d{16,1000}$/;
/**
 * A prefix of no text that a node sends: JSON has no raw control characters, and no field here has
 * escaped ones.
 */
const mark = "\u0000integer:";

/** Whether a number has digits after the point, and its double is an integer that a field would accept. */
function isRoundedFraction(token: string, value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(token) ?? [];
  const point = Math.max(0, whole.length + Number(exponent));
  return /[1-9]/.test((whole + fraction).slice(point));
}

/** The double next to an integer, as JSON; from 2^52, where all are integers, a number that no field accepts. */
function besides(value: number): string {
  if (Math.abs(value) >= 2 ** 52) return "1e999";
  return String(value === 0 ? Number.MIN_VALUE : value * (1 - Number.EPSILON / 2));
}
