import { isUpper, lowerRune, type Rune, runesOf } from "./go-text.ts";
import { cardinalityOf, type Match } from "./guesses.ts";

/** At least three times the same character in either case. */
export function repeatMatches(bytes: Uint8Array, runes: readonly Rune[]): Match[] {
  const matches: Match[] = [];
  const add = (last: number, length: number): void => {
    if (length < 3) return;
    // The length counts characters and the index bytes: so does zxcvbn-go.
    const first = last - length + 1;
    const cardinality = cardinalityOf(runesOf(bytes.subarray(first, last + 1)));
    matches.push({ first, last, entropyBits: Math.log2(cardinality * length) });
  };
  let length = 1;
  for (let i = 1; i < runes.length; i++) {
    const { text, start } = runes[i]!;
    if (lowerRune(text) === lowerRune(runes[i - 1]!.text)) {
      length++;
      continue;
    }
    add(start - 1, length);
    length = 1;
  }
  const last = runes.at(-1);
  if (last !== undefined) add(last.start, length);
  return matches;
}

const sequences = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

/** At least three neighbours in the alphabet or among the digits, upwards or downwards. */
export function sequenceMatches(text: string): Match[] {
  const matches: Match[] = [];
  for (let first = 0; first < text.length; ) {
    const found = sequenceAt(text, first);
    const end = found === undefined ? first + 1 : sequenceEnd(text, first, found);
    if (found !== undefined && end - first > 2) {
      const entropyBits = startBits(text[first]!, found) + Math.log2(end - first);
      matches.push({ first, last: end - 1, entropyBits });
    }
    first = end;
  }
  return matches;
}

type Sequence = { readonly order: string; readonly direction: 1 | -1 };

function sequenceAt(text: string, first: number): Sequence | undefined {
  const next = text[first + 1];
  if (next === undefined) return undefined;
  for (const order of sequences) {
    const from = order.indexOf(text[first]!);
    const to = order.indexOf(next);
    if (from < 0 || to < 0) continue;
    if (to - from === 1) return { order, direction: 1 };
    if (to - from === -1) return { order, direction: -1 };
  }
  return undefined;
}

function sequenceEnd(text: string, first: number, { order, direction }: Sequence): number {
  let end = first + 1;
  // A foreign character has index -1, so that it goes on with "cba": zxcvbn-go does that too.
  while (
    end < text.length &&
    order.indexOf(text[end]!) - order.indexOf(text[end - 1]!) === direction
  ) {
    end++;
  }
  return end;
}

function startBits(start: string, { order, direction }: Sequence): number {
  const downwards = direction === 1 ? 0 : 1;
  if (start === "a" || start === "1") return downwards;
  return downwards + Math.log2(order.length) + (isUpper(start) ? 1 : 0);
}
