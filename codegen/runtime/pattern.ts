/**
 * A pattern as something that tests texts. Repetitions of a group, such as the bytes of `^0x([0-9a-f]{2})*$`, are counted
 * instead: a regular expression takes stack for each of them, and overflows it in a text of some megabytes.
 */
export function compiledPattern(
  pattern: string,
  flags: string,
): { test(text: string): boolean; toString(): string } {
  const repetition = repetitionOf(pattern);
  if (repetition === undefined) return new RegExp(pattern, flags);
  const { start, lengthMin, step, others } = repetition;
  const other = new RegExp(others, flags);
  return {
    test: (text) =>
      text.startsWith(start) &&
      text.length >= lengthMin &&
      (text.length - lengthMin) % step === 0 &&
      !other.test(text.slice(start.length)),
    // ajv uses one validator for all patterns with the same text.
    toString: () => `/${pattern}/${flags}`,
  };
}

/** The same in place of each `new RegExp("...", "u")` of a generated program. */
export function withCountedRepetitions(code: string): string {
  return code.replaceAll(
    /new RegExp\(("(?:[^"\\]|\\.)*"), "u"\)/g,
    (regExp, literal: string) => printed(JSON.parse(literal) as string) ?? regExp,
  );
}

function printed(pattern: string): string | undefined {
  const repetition = repetitionOf(pattern);
  if (repetition === undefined) return undefined;
  const { start, lengthMin, step, others } = repetition;
  const other = `new RegExp(${JSON.stringify(others)}, "u")`;
  const counted = `text.length >= ${lengthMin} && (text.length - ${lengthMin}) % ${step} === 0`;
  return `{ other: ${other}, test(text) { return text.startsWith(${JSON.stringify(start)}) && ${counted} && !this.other.test(text.slice(${start.length})); } }`;
}

type Repetition = {
  readonly start: string;
  /** Of the shortest text. */
  readonly lengthMin: number;
  readonly step: number;
  /** The characters that may not follow the start. */
  readonly others: string;
};

/** Letters and digits, perhaps a number of characters of a set, and then any number of groups of them. */
function repetitionOf(pattern: string): Repetition | undefined {
  const [, start, first, fixed, set, step, count, least] =
    /^\^(\w*)(?:\[([\w-]+)\]\{(\d+)\})?\((?:\?:)?\[([\w-]+)\]\{(\d+)\}\)([*+]|\{(\d+),\})\$$/.exec(
      pattern,
    ) ?? [];
  if (start === undefined || step === undefined || (first !== undefined && first !== set)) {
    return undefined;
  }
  const groups = least === undefined ? Number(count === "+") : Number(least);
  const lengthMin = start.length + Number(fixed ?? 0) + groups * Number(step);
  return { start, lengthMin, step: Number(step), others: `[^${set}]` };
}
