/** Parses JSON. Integers beyond 2^53, which JSON.parse would round, become bigint. */
export function parseExact(text: string): unknown {
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

/** Whole tokens, so that the digits of a string or of a fraction are never taken for an integer. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const largeInteger = /^-?\d{16,}$/;
/**
 * A prefix of no text that a node sends: JSON has no raw control characters, and no field here has
 * escaped ones.
 */
const mark = "\u0000integer:";
