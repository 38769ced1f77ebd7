import { choose, chooseUpTo, type Match } from "./guesses.ts";
import { type Keyboard, type KeyboardGraph, loadKeyboardGraphs } from "./lists.ts";

/** Runs of at least three keys, each beside the one before. */
export function keyboardMatches(text: string): Match[] {
  const graphs = loadKeyboardGraphs();
  return keyboards.flatMap(({ keyboard, countedAs }) =>
    runsOn(text, graphs[keyboard], sizeOf(graphs[countedAs])),
  );
}

/** zxcvbn-go counts every keypad as the plain one, and dvorak as qwerty. */
const keyboards: readonly { readonly keyboard: Keyboard; readonly countedAs: Keyboard }[] = [
  { keyboard: "qwerty", countedAs: "qwerty" },
  { keyboard: "dvorak", countedAs: "qwerty" },
  { keyboard: "keypad", countedAs: "keypad" },
  { keyboard: "mac_keypad", countedAs: "keypad" },
];

type KeyboardSize = { readonly keys: number; readonly averageDegree: number };

/** The degree counts characters on the keys around a key, not the keys. */
function sizeOf(graph: KeyboardGraph): KeyboardSize {
  const around = Object.values(graph).flat();
  const characters = around.reduce((sum, key) => sum + (key?.length ?? 0), 0);
  return { keys: Object.keys(graph).length, averageDegree: characters / around.length };
}

function runsOn(text: string, graph: KeyboardGraph, size: KeyboardSize): Match[] {
  const matches: Match[] = [];
  for (let first = 0; first < text.length - 1; ) {
    const { end, turns, shifted } = runFrom(text, first, graph);
    if (end - first > 2) {
      const entropyBits = runBits(size, end - first, turns, shifted);
      matches.push({ first, last: end - 1, entropyBits });
    }
    first = end;
  }
  return matches;
}

type Run = { readonly end: number; readonly turns: number; readonly shifted: number };

function runFrom(text: string, first: number, graph: KeyboardGraph): Run {
  let end = first + 1;
  let turns = 0;
  let shifted = 0;
  let lastDirection: number | undefined;
  for (; end < text.length; end++) {
    const around = graph[text[end - 1]!] ?? [];
    const direction = around.findIndex((key) => key?.includes(text[end]!));
    if (direction < 0) break;
    if (around[direction]!.indexOf(text[end]!) === 1) shifted++;
    if (direction !== lastDirection) turns++;
    lastDirection = direction;
  }
  return { end, turns, shifted };
}

/** All runs up to this length with up to as many turns, and the ways to shift as many of its keys. */
function runBits(size: KeyboardSize, length: number, turns: number, shifted: number): number {
  let runs = 0;
  for (let steps = 1; steps <= length; steps++) {
    for (let turn = 1; turn <= Math.min(turns, steps) + 1; turn++) {
      runs += choose(steps, turn - 1) * size.keys * size.averageDegree ** turn;
    }
  }
  const bits = Math.log2(runs);
  if (shifted === 0) return bits;
  return bits + Math.log2(chooseUpTo(length, Math.min(shifted, length - shifted)));
}
