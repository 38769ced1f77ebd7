import { type JsonValue, type NumberReading, parseJson } from "../../formats/json.ts";
import { shapeOf } from "../../formats/json-scan.ts";
import type { Issue } from "../../generated/issue.ts";

/** No method has params this deep or with this many values. The limits keep the code after this point safe and fast. */
const bounds = { depthMax: 64, valuesMax: 16_384 };
/** Shorter params are parsed quickly whatever they hold. */
const longParams = 16_384;
const none: JsonValue = {};

type NamedParams =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly issue: Issue; readonly isTooLarge: boolean };

/**
 * Parses the text of params to the object of named params. Accepts no params, null, an object, an
 * array whose first element is the object, `[]` and `[null]`; ignores further elements, as
 * AvalancheGo does. Throws FormatError where the text is not JSON.
 */
export const readParams = (text: string | undefined, numbers: NumberReading): NamedParams => {
  if (text === undefined) return { ok: true, value: none };
  const early = text.length > longParams ? outOfBounds(text) : undefined;
  if (early !== undefined) return early;
  // The depth has an error of its own.
  const params = parseJson(text, numbers, Number.POSITIVE_INFINITY);
  const late = text.length > longParams ? undefined : outOfBounds(text);
  if (late !== undefined) return late;
  const named = Array.isArray(params) ? (params[0] ?? none) : (params ?? none);
  if (typeof named !== "object" || Array.isArray(named)) {
    return wrong("an object, or an array of one object", kindOf(params));
  }
  return { ok: true, value: named };
};

const outOfBounds = (text: string): NamedParams | undefined => {
  switch (shapeOf(text, bounds)) {
    case "ok":
      return undefined;
    case "too deep":
      return tooLarge(`at most ${bounds.depthMax} levels of nesting`);
    case "too many values":
      return tooLarge(`at most ${bounds.valuesMax} values`);
  }
};

const tooLarge = (expected: string): NamedParams => ({
  ok: false,
  issue: { field: "params", expected, got: "more" },
  isTooLarge: true,
});

const wrong = (expected: string, got: string): NamedParams => ({
  ok: false,
  issue: { field: "params", expected, got },
  isTooLarge: false,
});

const kindOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return `an array that begins with ${kindOf(value[0] ?? null)}`;
  if (value === null) return "null";
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
};
