/**
 * What is wrong with an argument or a result: the place, the expected value and the received value.
 */
export type Issue = {
  /** Path of the member, such as `nodeIDs[2]` or `startIndex.utxo`; empty for the whole. */
  readonly field: string;
  /** Short and human, fit for "must be ...". */
  readonly expected: string;
  /** The value if it is short and not secret, otherwise its kind. */
  readonly got: string;
};

const shownCharactersMax = 64;

/** Names a value for an error: short values as they are, long ones cut, others by kind. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

/** Names a value without telling it. */
export function describeSecret(value: unknown): string {
  if (typeof value === "string") return `text of ${countCharacters(value)} characters`;
  if (value === undefined || typeof value === "object") return describeValue(value);
  return typeof value === "boolean" ? "a boolean" : "a number";
}

/** Length in Unicode code points, the unit of length limits. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const high = text.charCodeAt(i) & 0xfc00;
    if (high !== 0xd800 || (text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) continue;
    count--;
    i++;
  }
  return count;
}

function quote(text: string): string {
  if (text.length <= shownCharactersMax) return JSON.stringify(text);
  const whole = text.charCodeAt(shownCharactersMax - 1) >> 10 !== 0x36;
  const shown = text.slice(0, whole ? shownCharactersMax : shownCharactersMax - 1);
  return `${JSON.stringify(shown)} and ${text.length - shown.length} more`;
}
