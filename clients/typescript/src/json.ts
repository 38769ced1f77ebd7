/**
 * Parses JSON; integers beyond 2^53 become bigint, so that no digit is lost. JSON.parse alone would
 * round them.
 */
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

/** Prints JSON; bigint becomes decimal text, which nodes take for an integer of any size. */
export function stringifyParams(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "bigint" ? item.toString() : item,
  );
}

/** Whole tokens, so that the digits of a string or of a fraction are never taken for an integer. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const largeInteger = /^-?\d{16,}$/;
/** Begins no text that a node sends: JSON has no raw control characters, and no field here has escaped ones. */
const mark = "\u0000integer:";
