import { formatJson, type JsonValue } from "../formats/json.ts";

/** The first difference of two values, such as `result.height: got "1", expected "2"`; undefined if they are equal. */
export function firstDifference(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  path: string,
): string | undefined {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) {
      return `${path}: ${actual.length} items, expected ${expected.length}`;
    }
    for (const [index, item] of expected.entries()) {
      const found = firstDifference(actual[index], item, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(actual) && isObject(expected)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = firstDifference(actual[name], expected[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Object.is(actual, expected)) return undefined;
  return `${path}: got ${text(actual)}, expected ${text(expected)}`;
}

function isObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : formatJson(value);
}
