import { formatJson, type JsonValue } from "../../src/formats/json.ts";

/** What earlier answers have shown under a name, for later requests and answers. */
export type Captures = Map<string, string>;

/**
 * Whether an answer is the expected one. Placeholders stand for what depends on machine or clock:
 * `"<any>"`, `"<string>"`, `"<number>"`, `"<time>"`, `"<nodeID>"`, `"<matches EXPRESSION>"`, and
 * `"<capture NAME>"`, which takes any string and keeps it. A member `"..."` allows further members.
 * Returns the first difference as a sentence, or undefined.
 */
export function difference(
  actual: unknown,
  expected: unknown,
  path = "$",
  captures: Captures = new Map(),
): string | undefined {
  if (typeof expected === "string" && /^<.*>$/s.test(expected)) {
    const found = placeholderDifference(actual, expected, captures);
    if (found !== undefined) return found === "" ? undefined : `${path}: ${found}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return `${path}: ${actual.length} items, expected ${expected.length}: ${text(actual)}`;
    }
    return firstDefined(expected, (item, i) =>
      difference(actual[i], item, `${path}[${i}]`, captures),
    );
  }
  if (isObject(expected) && isObject(actual)) {
    const { "...": open, ...members } = expected;
    const names = [...new Set([...Object.keys(members), ...Object.keys(actual)])];
    return firstDefined(names, (name) => {
      if (!(name in actual)) return `${path}.${name}: missing, expected ${text(members[name])}`;
      if (!(name in members)) {
        return open === undefined
          ? `${path}.${name}: not expected, got ${text(actual[name])}`
          : undefined;
      }
      return difference(actual[name], members[name], `${path}.${name}`, captures);
    });
  }
  if (Object.is(actual, expected)) return undefined;
  return `${path}: got ${text(actual)}, expected ${text(expected)}`;
}

/** The difference, empty if there is none; undefined if the expected text is not a placeholder. */
function placeholderDifference(
  actual: unknown,
  expected: string,
  captures: Captures,
): string | undefined {
  const fits = placeholders[expected];
  if (fits !== undefined) return fits(actual) ? "" : `${text(actual)} is no ${expected}`;
  const [, verb, argument] = /^<(matches|capture) (.*)>$/s.exec(expected) ?? [];
  if (verb === undefined) return undefined;
  if (typeof actual !== "string") return `${text(actual)} is no string, expected ${expected}`;
  if (verb === "capture") {
    captures.set(argument!, actual);
    return "";
  }
  return new RegExp(argument!, "su").test(actual)
    ? ""
    : `${text(actual)} does not match ${argument}`;
}

const placeholders: Readonly<Record<string, (value: unknown) => boolean>> = {
  "<any>": (value) => value !== undefined,
  "<string>": (value) => typeof value === "string",
  "<number>": (value) => typeof value === "number" || typeof value === "bigint",
  "<time>": (value) =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
  "<nodeID>": (value) => typeof value === "string" && /^NodeID-[1-9A-HJ-NP-Za-km-z]+$/.test(value),
};

function firstDefined<T>(
  items: readonly T[],
  check: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return value === undefined ? "nothing" : formatJson(value as JsonValue);
}
