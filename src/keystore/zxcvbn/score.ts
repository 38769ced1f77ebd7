import { dateMatches } from "./date-matches.ts";
import { dictionaryMatches } from "./dictionary-matches.ts";
import { runesOf } from "./go-text.ts";
import { cardinalityOf, type Match } from "./guesses.ts";
import { keyboardMatches } from "./keyboard-matches.ts";
import { repeatMatches, sequenceMatches } from "./run-matches.ts";

/** 0 is guessed at once, 4 takes centuries. */
export type Score = 0 | 1 | 2 | 3 | 4;

/**
 * How hard a password (UTF-8) is to guess, as zxcvbn-go ae427f1e tells it: the entropy version of
 * zxcvbn, not the guesses of its version 4. Use it on short passwords: the time grows with the length.
 */
export function scorePassword(password: Uint8Array): Score {
  const guessSeconds = 0.0001;
  const crackSeconds = roundThousandth(0.5 * 2 ** entropyBits(password) * guessSeconds);
  if (crackSeconds < 1e2) return 0;
  if (crackSeconds < 1e4) return 1;
  if (crackSeconds < 1e6) return 2;
  return crackSeconds < 1e8 ? 3 : 4;
}

/** The least bits over all ways to cut a password into matches and characters that match nothing. */
export function entropyBits(password: Uint8Array): number {
  const runes = runesOf(password);
  const characterBits = Math.log2(cardinalityOf(runes));
  const matches = allMatches(password);
  const bitsUpTo: number[] = [];
  for (let last = 0; last < password.length; last++) {
    let least = (bitsUpTo[last - 1] ?? 0) + characterBits;
    for (const match of matches) {
      if (match.last !== last) continue;
      least = Math.min(least, (bitsUpTo[match.first - 1] ?? 0) + match.entropyBits);
    }
    bitsUpTo.push(least);
  }
  return bitsUpTo.at(-1) ?? 0;
}

function allMatches(password: Uint8Array): Match[] {
  const runes = runesOf(password);
  // One character a byte: what these look for is ASCII.
  const text = String.fromCharCode(...password);
  return [
    ...dictionaryMatches(runes),
    ...keyboardMatches(text),
    ...repeatMatches(password, runes),
    ...sequenceMatches(text),
    ...dateMatches(text),
  ];
}

function roundThousandth(value: number): number {
  return Math.round(value * 1000) / 1000;
}
