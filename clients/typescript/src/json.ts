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

/** Prints JSON; bigint becomes decimal text, which nodes accept as an integer of any size. */
export function stringifyParams(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "bigint" ? item.toString() : item,
  );
}

/** Whole tokens, so that the digits of a string or of a fraction are never taken for an integer. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const largeInteger = /^-?\d{16,}$/;
/**
 * A prefix of no text that a node sends: JSON has no raw control characters, and no field here has
 * escaped ones.
 */
const mark = "\u0000integer:";
