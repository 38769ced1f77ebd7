import { distance } from "fastest-levenshtein";

/** Longer words are not typing errors, and cost time. */
const wordLettersMax = 64;

/** Returns the candidate closest to a mistyped word, ignoring case, or undefined if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > wordLettersMax) return undefined;
  const wanted = word.toLowerCase();
  // Up to a quarter of the letters may differ, and always two: a swap of neighbours counts as two.
  let bestEdits = Math.max(2, Math.floor(word.length / 4)) + 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < bestEdits) {
      bestEdits = edits;
      best = candidate;
    }
  }
  return best;
}
