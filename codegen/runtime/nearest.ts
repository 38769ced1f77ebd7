/** Suggests the nearest known word: ` ("endTime" is the nearest)`, or nothing. */
export function nearestHint(word: string, known: readonly string[]): string {
  const found = nearest(word.toLowerCase(), known) ?? holding(word.toLowerCase(), known);
  return found === undefined ? "" : ` (${JSON.stringify(found)} is the nearest)`;
}

const partCharactersMin = 3;

/** Returns the only word that contains the given one. */
function holding(part: string, known: readonly string[]): string | undefined {
  if (part.length < partCharactersMin) return undefined;
  const found = known.filter((each) => each.toLowerCase().includes(part));
  return found.length === 1 ? found[0] : undefined;
}

const wordCharactersMax = 64;

/** A third of the letters may be wrong; more would be a guess. */
function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > wordCharactersMax) return undefined;
  let best: string | undefined;
  let bestEdits = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const each of known) {
    const edits = editDistance(word, each.toLowerCase());
    if (edits >= bestEdits) continue;
    best = each;
    bestEdits = edits;
  }
  return best;
}

/** Letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replace = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
