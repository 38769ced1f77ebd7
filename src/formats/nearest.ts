import { distance } from "fastest-levenshtein";

/** Longer words are unlikely to be typing errors, and cost time. */
const wordLettersMax = 64;

/**
 * Returns the candidate closest to a mistyped word, ignoring case, or undefined if none is close. By default, up to a quarter
 * of the letters may differ, and at least two: swapping neighbors counts as two.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  editsMax = Math.max(2, Math.floor(word.length / 4)),
): string | undefined {
  if (word.length > wordLettersMax) return undefined;
  const wanted = word.toLowerCase();
  let bestEdits = editsMax + 1;
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
