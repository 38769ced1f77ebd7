import { type Dictionary, loadDictionary, type WordRange } from "./dictionary.ts";
import { isLower, isUpper, lowerRune, type Rune } from "./go-text.ts";
import { chooseUpTo, type Match } from "./guesses.ts";
import { type Substitution, substitutionsOf } from "./substitutions.ts";

/**
 * Words in a password, plain and disguised. A disguise adds nothing to the entropy. Indexes count
 * characters where those of other matches count bytes. Both are faults of zxcvbn-go that decide which
 * passwords AvalancheGo takes.
 */
export function dictionaryMatches(runes: readonly Rune[]): Match[] {
  const characters = runes.map((rune) => rune.text);
  const dictionary = loadDictionary();
  const plain: Substitution = new Map();
  return [
    ...wordsIn(characters, dictionary, [plain]),
    ...wordsIn(characters, dictionary, substitutionsOf(characters)),
  ];
}

function wordsIn(
  characters: readonly string[],
  dictionary: Dictionary,
  substitutions: readonly Substitution[],
): Match[] {
  const matches: Match[] = [];
  // Substitutions that agree so far share one path, and a path ends where no word goes on.
  const follow = (
    first: number,
    token: string,
    range: WordRange,
    agreeing: readonly Substitution[],
  ): void => {
    const next = first + token.length;
    const character = characters[next];
    if (character === undefined) return;
    for (const [letter, group] of groupByLetter(agreeing, character)) {
      const narrowed = dictionary.narrow(range, token.length, lowerRune(letter));
      if (narrowed.low === narrowed.high) continue;
      const longer = token + letter;
      const rank = dictionary.rankOf(narrowed, longer.length);
      if (rank !== undefined) {
        const entropyBits = Math.log2(rank) + capitalBits(longer);
        matches.push({ first, last: next, entropyBits });
      }
      follow(first, longer, narrowed, group);
    }
  };
  for (let first = 0; first < characters.length; first++) {
    follow(first, "", dictionary.all, substitutions);
  }
  return matches;
}

function groupByLetter(
  substitutions: readonly Substitution[],
  character: string,
): Map<string, Substitution[]> {
  const groups = new Map<string, Substitution[]>();
  for (const substitution of substitutions) {
    const letter = substitution.get(character) ?? character;
    const group = groups.get(letter);
    if (group === undefined) groups.set(letter, [substitution]);
    else group.push(substitution);
  }
  return groups;
}

/** One bit for the usual ways to write a word with capitals, else the ways to place as many. */
function capitalBits(token: string): number {
  const characters = [...token];
  const upper = characters.filter(isUpper).length;
  if (upper === 0) return 0;
  if (/^[A-Z][^A-Z]+$/.test(token) || /^[A-Z]+$/.test(token)) return 1;
  const lower = characters.filter(isLower).length;
  return Math.log2(chooseUpTo(upper + lower, Math.min(upper, lower)));
}
