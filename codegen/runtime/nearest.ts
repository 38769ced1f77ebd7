import { distance } from "fastest-levenshtein";

/** The end of an error about an unknown word: ` ("endTime" is the nearest)`, or nothing. */
export function nearestHint(word: string, known: readonly string[]): string {
  const found = nearest(word.toLowerCase(), known) ?? holding(word.toLowerCase(), known);
  return found === undefined ? "" : ` (${JSON.stringify(found)} is the nearest)`;
}

const partCharactersMin = 3;

/** The only known word that contains the given one. */
function holding(part: string, known: readonly string[]): string | undefined {
  if (part.length < partCharactersMin) return undefined;
  const found = known.filter((each) => each.toLowerCase().includes(part));
  return found.length === 1 ? found[0] : undefined;
}

const wordCharactersMax = 64;

/** Up to a third of the letters may differ; more would be a guess. */
function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > wordCharactersMax) return undefined;
  let best: string | undefined;
  let bestEdits = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const each of known) {
    const edits = distance(word, each.toLowerCase());
    if (edits >= bestEdits) continue;
    best = each;
    bestEdits = edits;
  }
  return best;
}
