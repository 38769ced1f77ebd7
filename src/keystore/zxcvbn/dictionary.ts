import { loadFrequencyLists } from "./lists.ts";

/** A range of indexes of the dictionary whose words have the same beginning. */
export type WordRange = { readonly low: number; readonly high: number };

/** Words in alphabetical order, so that what begins alike is a range. */
export class Dictionary {
  readonly #words: readonly string[];
  readonly #ranks: ReadonlyMap<string, number>;

  /** A word of several lists has the best of its ranks. */
  constructor(lists: readonly (readonly string[])[]) {
    const ranks = new Map<string, number>();
    for (const list of lists) {
      list.forEach((word, index) => {
        const rank = index + 1;
        if (rank < (ranks.get(word) ?? Number.POSITIVE_INFINITY)) ranks.set(word, rank);
      });
    }
    this.#ranks = ranks;
    this.#words = [...ranks.keys()].sort();
  }

  get all(): WordRange {
    return { low: 0, high: this.#words.length };
  }

  /** The words of a range that go on with `character` behind their common `length` characters. */
  narrow(range: WordRange, length: number, character: string): WordRange {
    const code = character.length === 1 ? character.charCodeAt(0) : Number.POSITIVE_INFINITY;
    const low = this.#search(range, length, code);
    return { low, high: this.#search({ low, high: range.high }, length, code + 1) };
  }

  /** Rank of the word that is the common `length` characters of a range that is not empty. */
  rankOf(range: WordRange, length: number): number | undefined {
    const word = this.#words[range.low]!;
    return word.length === length ? this.#ranks.get(word) : undefined;
  }

  /** Index of the first word whose character at `position` is `code` or more. */
  #search({ low, high }: WordRange, position: number, code: number): number {
    let from = low;
    let to = high;
    while (from < to) {
      const middle = (from + to) >> 1;
      // A word that ends here comes first: NaN is not less.
      const isBefore = !(this.#words[middle]!.charCodeAt(position) >= code);
      if (isBefore) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

let loaded: Dictionary | undefined;

/** English, names and common passwords. */
export function loadDictionary(): Dictionary {
  loaded ??= new Dictionary(Object.values(loadFrequencyLists()));
  return loaded;
}
