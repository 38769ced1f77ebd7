import { parseJson } from "./json.ts";
import { nestsDeeperThan } from "./json-scan.ts";
import type { JsonValue, NumberReading } from "./json-value.ts";
import type { Issue } from "./method.ts";

// No params of any method lie this deep, and nothing after this point must fear for its stack.
const depthMax = 64;
const none: JsonValue = {};

type NamedParams =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Takes the text of params to the object of named params. Accepted: nothing, null, an object, an
 * array whose first element is the object, `[]` and `[null]`; further elements are ignored, as
 * AvalancheGo ignores them. A `SyntaxError` says that the text is no JSON.
 */
export const readParams = (text: string | undefined, numbers: NumberReading): NamedParams => {
  if (text === undefined) return { ok: true, value: none };
  const params = parseJson(text, numbers);
  if (nestsDeeperThan(text, depthMax)) {
    return wrong(`at most ${depthMax} levels of nesting`, "more");
  }
  const named = Array.isArray(params) ? (params[0] ?? none) : (params ?? none);
  if (typeof named !== "object" || Array.isArray(named)) {
    return wrong("an object, or an array of one object", kindOf(params));
  }
  return { ok: true, value: named };
};

const wrong = (expected: string, got: string): NamedParams => ({
  ok: false,
  issue: { field: "params", expected, got },
});

const kindOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return `an array that begins with ${kindOf(value[0] ?? null)}`;
  if (value === null) return "null";
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
};
