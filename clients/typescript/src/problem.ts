/** What is wrong with a param or a result: the place, the expected value and the received value. */
export type Problem = {
  /** Path of the member, such as `nodeIDs[2]`; empty for the whole. */
  readonly field: string;
  readonly expected: string;
  readonly got: string;
};

/** A problem as text: `txID: expected a cb58 ID of 32 bytes, got "x"`. */
export function problemText({ field, expected, got }: Problem): string {
  return `${field === "" ? "" : `${field}: `}expected ${expected}, got ${got}`;
}

/** A part of a result has another type than the documents say. */
export class WrongType extends Error {
  override readonly name = "WrongType";
  #field = "";
  readonly #expected: string;
  readonly #got: string;

  constructor(expected: string, value: unknown) {
    super();
    this.#expected = expected;
    this.#got = describe(value);
  }

  /** Adds the member or `[index]` that contains the place so far. */
  within(place: string): this {
    this.#field = join(place, this.#field);
    return this;
  }

  problem(): Problem {
    return { field: this.#field, expected: this.#expected, got: this.#got };
  }
}

/** The path of a member or `[index]` in another. */
export function join(outer: string, inner: string): string {
  return inner === "" || outer === "" || inner.startsWith("[")
    ? outer + inner
    : `${outer}.${inner}`;
}

const shownCharactersMax = 64;

/** Names a value: short texts, numbers and words as they are, others by kind. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") {
    const characters = [...value.slice(0, 2 * shownCharactersMax)];
    if (value.length <= shownCharactersMax || characters.length <= shownCharactersMax) {
      return JSON.stringify(value);
    }
    const shown = characters.slice(0, shownCharactersMax).join("");
    return `${JSON.stringify(shown)} and ${value.length - shown.length} more`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
