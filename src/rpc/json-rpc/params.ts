import { foldName } from "../../formats/go-json.ts";
import { type JsonValue, type NumberReading, parseJson } from "../../formats/json.ts";
import { members, shapeOf, skipSpace } from "../../formats/json-scan.ts";
import { nearest } from "../../formats/nearest.ts";
import type { Issue } from "../../generated/issue.ts";
import type { MethodEntry } from "./method.ts";

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
      return wrong(`at most ${bounds.depthMax} levels of nesting`, "more", true);
    case "too many values":
      return wrong(`at most ${bounds.valuesMax} values`, "more", true);
  }
};

const wrong = (expected: string, got: string, isTooLarge = false): NamedParams => ({
  ok: false,
  issue: { field: "params", expected, got },
  isTooLarge,
});

const kindOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return `an array that begins with ${kindOf(value[0] ?? null)}`;
  if (value === null) return "null";
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
};

/** Longer params are not searched: of a large list of addresses, the name is right. */
const paramsMax = 16_384;
const nameMax = 64;
const listedMax = 3;

/**
 * Names the params that a method does not have and therefore ignores, as a line of ASCII for a header:
 * `platform.getBalance ignores the param "height"`. The text of the params must be JSON.
 */
export const ignoredParams = (
  { name, params: { names } }: MethodEntry,
  params: string | undefined,
): string | undefined => {
  if (names === undefined || params === undefined || params.length > paramsMax) {
    return undefined;
  }
  const at = objectAt(params);
  if (at === undefined) return undefined;
  const unknown = new Set<string>();
  for (const member of members(params.slice(at), nameMax)) {
    if (!isKnown(member.name, names)) unknown.add(member.name);
    if (unknown.size > listedMax) break;
  }
  if (unknown.size === 0) return undefined;
  const listed = [...unknown].slice(0, listedMax).map((each) => named(each, names));
  const more = unknown.size > listedMax ? " and others" : "";
  return `${name} ignores the param ${listed.join(", ")}${more}`;
};

/** Where the object of named params starts: the params themselves, or the first element of an array. */
const objectAt = (params: string): number | undefined => {
  const start = skipSpace(params, 0);
  const at = params[start] === "[" ? skipSpace(params, start + 1) : start;
  return params[at] === "{" ? at : undefined;
};

const isKnown = (name: string, known: readonly string[]): boolean =>
  known.includes(name) || known.some((each) => foldName(each) === foldName(name));

const named = (name: string, known: readonly string[]): string => {
  // Two letters of a short name may differ, which says nothing.
  const near = name.length > 2 ? nearest(name, known) : undefined;
  const shown = `"${name.replace(/[^ -~]|["\\]/g, "?")}"`;
  return near === undefined ? shown : `${shown} (did you mean "${near}"?)`;
};
