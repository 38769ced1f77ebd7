import { type Entry, wordsOf } from "./search-index.ts";
import { spelled } from "./spelling.ts";

// Most people look for methods, so a method precedes other entries with the same score.
const kindOrder: Readonly<Record<Entry["kind"], number>> = {
  method: 0,
  "GET route": 1,
  event: 2,
  operation: 3,
  API: 4,
  guide: 5,
  type: 6,
  error: 7,
};

// Of methods with one name, most people look for that of AvalancheGo, and of its P-chain.
const laterApis = ["avm", "avax", "dev", "ledger", "watch", "data"];

function apiOrder({ words: [api = ""] }: Entry): number {
  return laterApis.indexOf(api);
}

/**
 * Returns the entries that match a query, best first. Every word of the query must match: in the
 * name, then in params and members, then in other text. Words can be prefixes (`get val at`),
 * joined (`getvalidatorsat`) or initials (`gva`). Where nothing matches, mistyped words are replaced by known ones.
 */
export function search(index: readonly Entry[], query: string, countMax = 40): readonly Entry[] {
  const found = matching(index, query, countMax);
  if (found.length > 0) return found;
  const known = new Set(
    index.flatMap(({ words, concepts }) => [...words, ...conceptWords(concepts)]),
  );
  const corrected = wordsOf(query).map((word) =>
    known.has(word) ? word : (spelled(word, known) ?? word),
  );
  return matching(index, corrected.join(" "), countMax);
}

function conceptWords(concepts: Entry["concepts"]): readonly string[] {
  return [...concepts].flatMap(([concept]) => wordsOf(concept));
}

function matching(index: readonly Entry[], query: string, countMax: number): readonly Entry[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const joined = query.toLowerCase().replace(/[^a-z0-9]+/g, "");
  return index
    .map((entry) => ({ entry, score: scoreOf(entry, wanted, joined, query.trim()) }))
    .filter(({ score }) => score > 0)
    .map(({ entry, score }) => ({ entry, score: score + methodBonus(entry, score) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        kindOrder[a.entry.kind] - kindOrder[b.entry.kind] ||
        apiOrder(a.entry) - apiOrder(b.entry) ||
        a.entry.name.length - b.entry.name.length,
    )
    .slice(0, countMax)
    .map(({ entry }) => entry);
}

// A method that matches by its name, a param or a concept precedes what only resembles the query.
const bonus = 450;
const exact = 1_000;

function methodBonus({ kind }: Entry, score: number): number {
  if (kind !== "method" || score < 100) return 0;
  // What is typed exactly as it is called stays first, whatever its kind.
  return score >= exact ? bonus : Math.min(bonus, exact - 1 - score);
}

function scoreOf(entry: Entry, wanted: readonly string[], joined: string, typed: string): number {
  const isPath = typed.startsWith("/") && entry.name.endsWith(` ${typed}`);
  if (entry.name === typed || isPath) return exact;
  return Math.max(nameScore(entry, wanted, joined), conceptScore(entry, wanted));
}

/** Matches a concept from its start: `time tr` finds time travel. */
function conceptScore({ concepts }: Entry, wanted: readonly string[]): number {
  let best = 0;
  for (const [concept, rank] of concepts) {
    const words = wordsOf(concept);
    const matches = wanted.every((word) => words.some((each) => isSame(each, word)));
    if (matches && wanted[0] !== undefined) best = Math.max(best, 540 - rank);
  }
  return best;
}

/** Whether a word of the query, perhaps unfinished or plural, is a word. */
function isSame(word: string, query: string): boolean {
  return word === query || (query.length >= 3 && (word.startsWith(query) || `${word}s` === query));
}

function nameScore(entry: Entry, wanted: readonly string[], joined: string): number {
  const name = entry.words.join("");
  const [, ...local] = entry.words;
  const own = entry.kind === "method" ? local : entry.words;
  // `block` asks for methods about blocks, `Block` for the type.
  if (name === joined || own.join("") === joined) return entry.kind === "method" ? exact : 800;
  if (name.startsWith(joined) || own.join("").startsWith(joined)) return 800;
  const initials = own.map((word) => word[0]).join("");
  if (joined.length >= 2 && initials === joined) return 600;
  if (joined.length >= 3 && name.includes(joined)) return 500;
  let total = 0;
  for (const word of wanted) {
    const score = wordScore(entry, word);
    if (score === 0) return 0;
    total += score;
  }
  return total / wanted.length;
}

function wordScore({ words, parts, text }: Entry, word: string): number {
  if (words.includes(word)) return 400;
  if (words.some((each) => each.startsWith(word))) return 300;
  if (parts.includes(word)) return 200;
  if (parts.some((part) => part.includes(word))) return 120;
  return word.length >= 3 && text.includes(word) ? 60 : 0;
}
