import { isDigit, isLower, isUpper, type Rune } from "./go-text.ts";

/** A part of a password that follows a pattern, and the bits that guessing it takes. */
export type Match = {
  /** Index of the first byte. */
  readonly first: number;
  /** Index of the last byte. */
  readonly last: number;
  readonly entropyBits: number;
};

/** How many characters there are to try, by the classes that occur. */
export function cardinalityOf(runes: readonly Rune[]): number {
  let lower = 0;
  let upper = 0;
  let digits = 0;
  let symbols = 0;
  for (const { text } of runes) {
    if (isLower(text)) lower = 26;
    else if (isDigit(text)) digits = 10;
    else if (isUpper(text)) upper = 26;
    else symbols = 33;
  }
  return lower + upper + digits + symbols;
}

/** Ways to choose `k` of `n`. */
export function choose(n: number, k: number): number {
  if (k > n) return 0;
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

/** Ways to choose at most `most` of `n`. */
export function chooseUpTo(n: number, most: number): number {
  let ways = 0;
  for (let k = 0; k <= most; k++) ways += choose(n, k);
  return ways;
}
