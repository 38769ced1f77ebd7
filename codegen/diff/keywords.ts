import { integerFormats } from "../clients/types/integer-type.ts";
import { type Json, type JsonObject, oneLine } from "../load/json.ts";
import {
  keepBoth,
  type Merge,
  mergeLists,
  mergeNamedSchemas,
  mergeSchemas,
  sharedTypes,
  sharedValues,
} from "./merge.ts";

/**
 * How the set of valid values has changed. `changed`: some are gone and others are new, or it
 * cannot be decided.
 */
export type Shift = "narrowed" | "widened" | "changed";

/** Receives how the set of valid values has changed. */
export type NoteShift = (shift: Shift, text: string) => void;

/** What forms of a schema need to know about a keyword. */
type Keyword = {
  /** It does not apply to values of other types. */
  readonly types?: readonly string[] | undefined;
  readonly merge: Merge;
  /** "as schemas": its values contain schemas, which are compared as such. */
  readonly compare: Compare | "as schemas";
};
type Compare = (
  key: string,
  before: Json | undefined,
  after: Json | undefined,
  note: NoteShift,
) => void;

const numbers = ["integer", "number"];
const opaque: Keyword = { merge: keepBoth, compare: compareOpaque };
const condition: Keyword = { merge: keepBoth, compare: "as schemas" };
const schema: Keyword = { merge: mergeSchemas, compare: "as schemas" };
const namedSchemas: Keyword = { merge: mergeNamedSchemas, compare: "as schemas" };
const least = bound((one, other) => one! > other!);
const most = bound((one, other) => one! < other!);

const rows: readonly (readonly [names: string, Keyword, types?: readonly string[]])[] = [
  ["type", { merge: sharedTypes, compare: compareOpaque }],
  ["enum", { merge: sharedValues, compare: compareValues }],
  ["not if then else", condition],
  ["properties patternProperties dependentSchemas", namedSchemas, ["object"]],
  ["additionalProperties unevaluatedProperties propertyNames", schema, ["object"]],
  ["required", { merge: mergeLists, compare: "as schemas" }, ["object"]],
  ["dependentRequired dependencies", opaque, ["object"]],
  ["minProperties", least, ["object"]],
  ["maxProperties", most, ["object"]],
  ["items additionalItems unevaluatedItems", schema, ["array"]],
  ["prefixItems contains", condition, ["array"]],
  ["minContains maxContains", opaque, ["array"]],
  ["minItems", least, ["array"]],
  ["maxItems", most, ["array"]],
  ["uniqueItems", { merge: keepBoth, compare: flag("narrowed") }, ["array"]],
  ["minLength", least, ["string"]],
  ["maxLength", most, ["string"]],
  ["pattern", opaque, ["string"]],
  ["format", { merge: keepBoth, compare: compareFormats }, [...numbers, "string"]],
  ["oneOf", { merge: keepBoth, compare: compareOverlap }],
  ["x-case-insensitive", { merge: keepBoth, compare: flag("widened") }, ["string"]],
  ["minimum exclusiveMinimum", least, numbers],
  ["maximum exclusiveMaximum", most, numbers],
  ["multipleOf", opaque, numbers],
  ["x-integer", { merge: keepBoth, compare: compareIntegers }, [...numbers, "string"]],
];
const keywords: ReadonlyMap<string, Keyword> = new Map(
  rows.flatMap(([names, keyword, types]) =>
    names.split(" ").map((name) => [name, { ...keyword, types }] as const),
  ),
);

export function keywordOf(key: string): Keyword {
  return keywords.get(key) ?? opaque;
}

/** Whether values depend on a keyword. JSON Schema ignores any that it does not know, such as `markdownDescription`. */
export function isConstraint(key: string): boolean {
  return keywords.has(key);
}

/** Compares all keywords of one alternative whose values are not schemas. */
export function compareKeywords(old: JsonObject, now: JsonObject, note: NoteShift): void {
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const { compare } = keywordOf(key);
    const [before, after] = [old[key], now[key]];
    if (compare === "as schemas" || text(before) === text(after)) continue;
    compare(key, before, after, note);
  }
}

function compareValues(...[, before, after, note]: Parameters<Compare>): void {
  if (!Array.isArray(before)) note("narrowed", `only allows ${text(after)} now`);
  if (!Array.isArray(after)) note("widened", `allows more than ${text(before)} now`);
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  const [old, now] = [before.map(text), after.map(text)];
  const gone = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  if (gone.length > 0) note("narrowed", `no longer allows ${gone.join(", ")}`);
  if (added.length > 0) note("widened", `now allows ${added.join(", ")}`);
}

/** A keyword of which one value allows less than another. Bigints and numbers compare exactly. */
function bound(isTighter: (one: Json, other: Json) => boolean): Keyword {
  return {
    merge: (one, other) => (isTighter(one, other) ? one : other),
    compare: (key, before, after, note) => {
      if (before === undefined || after === undefined) {
        const isCount = /^min[LIP]/.test(key);
        if (!isCount || (before ?? after) !== 0) notePresence(key, before, after, note);
        return;
      }
      const shift = isTighter(after, before) ? "narrowed" : "widened";
      note(shift, `${key} was ${text(before)}, is ${text(after)}`);
    },
  };
}

function flag(whenSet: "narrowed" | "widened"): Compare {
  const whenUnset = whenSet === "narrowed" ? "widened" : "narrowed";
  return (key, before, after, note) => {
    if ((before === true) === (after === true)) return;
    note(after === true ? whenSet : whenUnset, `${after === true ? "now" : "no longer"} ${key}`);
  };
}

/** The formats of JSON Schema. Any other one is an annotation, unless it is of integers. */
const formats: ReadonlySet<unknown> = new Set([
  ..."date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6".split(" "),
  ..."uri uri-reference iri iri-reference uri-template uuid".split(" "),
  ..."json-pointer relative-json-pointer regex".split(" "),
  ...integerFormats,
]);

/** Servers can reject values of another format, and clients can read them as what it says. */
function compareFormats(...[key, before, after, note]: Parameters<Compare>): void {
  const [was, is] = [before, after].map((each) => (formats.has(each) ? each : undefined));
  if (was !== is) compareIntegers(key, was, is, note);
}

function compareIntegers(...[key, before, after, note]: Parameters<Compare>): void {
  if (before === undefined || after === undefined) notePresence(key, before, after, note);
  else {
    const shift = fits(after, before) ? "narrowed" : fits(before, after) ? "widened" : "changed";
    note(shift, `${key} was ${text(before)}, is ${text(after)}`);
  }
}

/** Whether every integer of one kind, such as `uint32`, is also of another. */
function fits(kind: Json, other: Json): boolean {
  const [own, wider] = [kind, other].map((each) => /^(u?)int(\d+)$/.exec(String(each)));
  if (!own || !wider || (own[1] === "" && wider[1] === "u")) return false;
  return own[1] === wider[1]
    ? Number(own[2]) <= Number(wider[2])
    : Number(own[2]) < Number(wider[2]);
}

/** Whether the values are also those of another form of `oneOf`, and so never valid. */
function compareOverlap(...[, , after, note]: Parameters<Compare>): void {
  if (after === undefined) note("widened", "no longer matches two forms of oneOf");
  else note("narrowed", "now matches two forms of oneOf");
}

/** Values that cannot be compared: such as those of `pattern` */
function compareOpaque(...[key, before, after, note]: Parameters<Compare>): void {
  if (before === undefined || after === undefined) notePresence(key, before, after, note);
  else note("changed", `${key} was ${text(before)}, is ${text(after)}`);
}

export function notePresence(...[key, before, after, note]: Parameters<Compare>): void {
  if (before === undefined) note("narrowed", `now has ${key} ${text(after)}`);
  else note("widened", `no longer has ${key} ${text(before)}`);
}

/** A JSON value as text, on one line. */
export function text(value: Json | undefined): string {
  return value === undefined ? "" : oneLine(value);
}
