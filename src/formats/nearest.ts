// Longer words are no slip of the fingers, and cost time.
const wordLettersMax = 64;

/** The candidate most like a mistyped word, case aside, or undefined where none comes near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > wordLettersMax) return undefined;
  const wanted = word.toLowerCase();
  // A quarter of the letters may be wrong; more would be a guess.
  let bestEdits = Math.max(2, Math.floor(word.length / 4)) + 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits < bestEdits) {
      bestEdits = edits;
      best = candidate;
    }
  }
  return best;
}

/** Letters to insert, delete, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replace, previous[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length]!;
}
