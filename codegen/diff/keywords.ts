import { type Json, type JsonObject, oneLine } from "../load/json.ts";

/**
 * How the set of valid values has changed. `changed`: some are gone and others are new, or it
 * cannot be decided.
 */
export type Shift = "narrowed" | "widened" | "changed";

/** Receives how the set of valid values has changed. */
export type NoteShift = (shift: Shift, text: string) => void;

/** Keywords that contain schemas and are compared as schemas. */
const structural = new Set(
  [
    "properties required additionalProperties unevaluatedProperties propertyNames patternProperties",
    "dependentSchemas items prefixItems additionalItems unevaluatedItems",
    "contains not if then else",
  ].flatMap((keys) => keys.split(" ")),
);

/** Compares all keywords of one alternative whose values are not schemas. */
export function compareKeywords(old: JsonObject, now: JsonObject, note: NoteShift): void {
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (structural.has(key)) continue;
    const [before, after] = [old[key], now[key]];
    if (text(before) === text(after)) continue;
    const compare = Object.hasOwn(comparers, key) ? comparers[key] : undefined;
    (compare ?? compareOpaque(key))(before, after, note);
  }
}

type Compare = (before: Json | undefined, after: Json | undefined, note: NoteShift) => void;

const comparers: Readonly<Record<string, Compare>> = {
  enum: compareValues,
  minimum: bound("minimum", "least"),
  exclusiveMinimum: bound("exclusiveMinimum", "least"),
  minLength: bound("minLength", "least"),
  minItems: bound("minItems", "least"),
  minProperties: bound("minProperties", "least"),
  maximum: bound("maximum", "most"),
  exclusiveMaximum: bound("exclusiveMaximum", "most"),
  maxLength: bound("maxLength", "most"),
  maxItems: bound("maxItems", "most"),
  maxProperties: bound("maxProperties", "most"),
  uniqueItems: flag("uniqueItems", "narrowed"),
  "x-case-insensitive": flag("x-case-insensitive", "widened"),
  "x-integer": compareIntegers,
};

function compareValues(before: Json | undefined, after: Json | undefined, note: NoteShift): void {
  if (!Array.isArray(before)) note("narrowed", `only allows ${text(after)} now`);
  if (!Array.isArray(after)) note("widened", `allows more than ${text(before)} now`);
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  const [old, now] = [before.map(text), after.map(text)];
  const gone = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  if (gone.length > 0) note("narrowed", `no longer allows ${gone.join(", ")}`);
  if (added.length > 0) note("widened", `now allows ${added.join(", ")}`);
}

function bound(key: string, side: "least" | "most"): Compare {
  return (before, after, note) => {
    if (before === undefined || after === undefined) {
      const isCount = /^min[LIP]/.test(key);
      if (!isCount || (before ?? after) !== 0) notePresence(key, before, after, note);
      return;
    }
    // Bigints and numbers compare exactly.
    const narrower = side === "least" ? after! > before! : after! < before!;
    note(narrower ? "narrowed" : "widened", `${key} was ${text(before)}, is ${text(after)}`);
  };
}

function flag(key: string, whenSet: "narrowed" | "widened"): Compare {
  const whenUnset = whenSet === "narrowed" ? "widened" : "narrowed";
  return (before, after, note) => {
    if ((before === true) === (after === true)) return;
    note(after === true ? whenSet : whenUnset, `${after === true ? "now" : "no longer"} ${key}`);
  };
}

/** Ranges that contain others. */
const wider: Readonly<Record<string, readonly string[]>> = {
  uint16: ["uint32", "uint64", "int64"],
  uint32: ["uint64", "int64"],
};

function compareIntegers(before: Json | undefined, after: Json | undefined, note: NoteShift): void {
  const was = `x-integer was ${text(before)}, is ${text(after)}`;
  if (before === undefined || wider[String(after)]?.includes(String(before))) note("narrowed", was);
  else if (after === undefined || wider[String(before)]?.includes(String(after)))
    note("widened", was);
  else note("changed", was);
}

/** A keyword whose values cannot be compared: `pattern`, `format`, `not` ... */
function compareOpaque(key: string): Compare {
  return (before, after, note) => {
    if (before === undefined || after === undefined) notePresence(key, before, after, note);
    else note("changed", `${key} was ${text(before)}, is ${text(after)}`);
  };
}

export function notePresence(
  key: string,
  before: Json | undefined,
  after: Json | undefined,
  note: NoteShift,
): void {
  if (before === undefined) note("narrowed", `now has ${key} ${text(after)}`);
  else note("widened", `no longer has ${key} ${text(before)}`);
}

/** A JSON value as text, on one line. */
export function text(value: Json | undefined): string {
  return value === undefined ? "" : oneLine(value);
}
