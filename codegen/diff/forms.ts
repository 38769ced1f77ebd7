import { steps, valueAt } from "../foreign/pointers.ts";
import { isObject, type Json, type JsonObject, listAt, memberAt, textAt } from "../load/json.ts";
import { isNumber, isOfType, kindOfValue } from "../schema-kind.ts";
import { isConstraint, keywordOf, text } from "./keywords.ts";

/**
 * One alternative of a schema: a single type with the keywords that apply to it. `name` is the name
 * of its component, which distinguishes alternatives of the same type.
 */
export type Form = {
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly keywords: JsonObject;
};

/**
 * A schema for comparison: references resolved, `allOf` merged, `oneOf`, `anyOf` and lists of types
 * expanded to alternatives, annotations removed. No alternative: nothing is valid. An alternative
 * without a type: everything is valid.
 */
export function formsOf(schema: Json | undefined, document: JsonObject): readonly Form[] {
  const forms = spread(schema ?? true, document, undefined).flatMap(({ keywords, name }) =>
    byType(keywords, name),
  );
  return withJoinedValues(forms);
}

/** Alternatives that only list values are one: generators write an enum also as a `const` for each value. */
function withJoinedValues(forms: readonly Form[]): readonly Form[] {
  const joined: Form[] = [];
  for (const form of forms) {
    const at = joined.findIndex(
      (each) => each.type === form.type && [each, form].every(onlyListsValues),
    );
    const before = joined[at];
    if (before === undefined) joined.push(form);
    else {
      const values = [before, form].flatMap(({ keywords }) => listAt(keywords, "enum"));
      const distinct = new Map(values.map((value) => [text(value), value]));
      joined[at] = { ...before, keywords: { enum: [...distinct.values()] } };
    }
  }
  return joined;
}

function onlyListsValues({ keywords }: Form): boolean {
  return Object.keys(keywords).join() === "enum";
}

/** A reference that cannot be followed inside its document. */
export class BrokenReference extends Error {}

/**
 * Returns the target of a reference inside the document, with the name of the last component on the
 * way. It can end at a reference that has more beside it.
 */
export function follow(
  value: Json,
  document: JsonObject,
  isEnd: (found: Json) => boolean = () => false,
): { readonly value: Json; readonly name: string | undefined } {
  let found = value;
  let name: string | undefined;
  for (let count = 0; count < 100; count++) {
    const reference = textAt(found, "$ref");
    if (reference === undefined || isEnd(found)) return { value: found, name };
    const isOwn = reference.startsWith("#");
    const path = steps(reference.slice(1));
    const target = isOwn ? valueAt(document, path) : undefined;
    if (target === undefined) {
      const remedy = isOwn
        ? ""
        : ": compare the two documents instead of their folders, which follows references to other files";
      throw new BrokenReference(`the reference ${reference} leads nowhere${remedy}`);
    }
    name = path.at(-1);
    found = target;
  }
  throw new BrokenReference(`${textAt(value, "$ref")} refers to itself`);
}

type Alternative = { readonly keywords: JsonObject; readonly name: string | undefined };

function spread(schema: Json, document: JsonObject, given: string | undefined): Alternative[] {
  const { value, name = given } = follow(schema, document, hasConstraints);
  if (value === false) return [];
  if (!isObject(value)) return [{ keywords: {}, name }];
  let alternatives: Alternative[] = [{ keywords: constraintsOf(value), name }];
  const { $ref: beside } = value;
  const target: Json[] = beside === undefined ? [] : [{ $ref: beside }];
  for (const part of [...target, ...listAt(value, "allOf")]) {
    alternatives = product(alternatives, spread(part, document, undefined));
  }
  for (const key of ["oneOf", "anyOf"]) {
    if (!(key in value)) continue;
    const branches = listAt(value, key).map((branch) => spread(branch, document, undefined));
    alternatives = product(alternatives, key === "oneOf" ? exclusive(branches) : branches.flat());
  }
  // As in OpenAPI, which the mock, servers and clients read the same way.
  const isNullable = value["nullable"] === true && "type" in value;
  return isNullable ? [...alternatives, { keywords: { type: "null" }, name }] : alternatives;
}

/** The keywords of a schema that values depend on, without those that combine schemas. */
function constraintsOf({ const: only, ...schema }: JsonObject): JsonObject {
  const listed: JsonObject = only === undefined ? {} : { enum: [only] };
  const own = Object.entries(schema).filter(([key]) => isConstraint(key) && key !== "oneOf");
  return both(Object.fromEntries(own), listed);
}

/** Whether a schema has anything but annotations beside its reference. */
function hasConstraints(schema: Json): boolean {
  const keys = isObject(schema) ? Object.keys(schema) : [];
  return keys.some((key) => isConstraint(key) || ["const", "allOf", "anyOf"].includes(key));
}

/** Marks forms whose values are certainly also those of another one: `oneOf` accepts none of them. */
function exclusive(branches: readonly Alternative[][]): Alternative[] {
  const forms = branches.map((each) =>
    each.flatMap(({ keywords, name }) => byType(keywords, name)),
  );
  return forms.flatMap((branch, at) =>
    branch.map((form) => {
      const others = forms.filter((_, index) => index !== at).flat();
      const isInTwo = others.some((each) => covers(each, form));
      const type: JsonObject = form.type === undefined ? {} : { type: form.type };
      const keywords = { ...type, ...form.keywords, ...(isInTwo && { oneOf: true }) };
      return { keywords, name: form.name };
    }),
  );
}

/** Whether every value of a form is one of another form, which says the same or has nothing but a type. */
export function covers(form: Form, other: Form): boolean {
  const isSame = !("oneOf" in form.keywords) && text(form.keywords) === text(other.keywords);
  if (!isSame && Object.keys(form.keywords).length > 0) return false;
  const { type } = form;
  return (
    type === undefined || type === other.type || (type === "number" && other.type === "integer")
  );
}

/** Returns every pair of alternatives that must both hold. */
function product(left: readonly Alternative[], right: readonly Alternative[]): Alternative[] {
  return left.flatMap((one) =>
    right.map((other) => ({
      keywords: both(one.keywords, other.keywords),
      name: other.name ?? one.name,
    })),
  );
}

function both(one: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = memberAt(merged, key);
    if (present === undefined) merged[key] = value;
    else if (text(present) !== text(value)) merged[key] = keywordOf(key).merge(present, value);
  }
  return merged;
}

function byType(keywords: JsonObject, name: string | undefined): Form[] {
  const { type, ...rest } = keywords;
  const values = rest["enum"];
  const types =
    type === undefined
      ? Array.isArray(values)
        ? [...new Set(values.map(kindOfValue))]
        : [undefined]
      : ([type].flat() as string[]);
  return types
    .map((each) => ({ type: each, name, keywords: ofType(rest, each) }))
    .filter(({ keywords }) => !Array.isArray(keywords["enum"]) || keywords["enum"].length > 0);
}

/** The keywords that apply to values of a type. */
function ofType(keywords: JsonObject, type: string | undefined): JsonObject {
  const own = Object.fromEntries(
    Object.entries(keywords).flatMap(([key, value]): [string, Json][] => {
      const { types } = keywordOf(key);
      if (type !== undefined && types !== undefined && !types.includes(type)) return [];
      if (key !== "enum" || !Array.isArray(value)) return [[key, value]];
      const values = value.filter((item: Json) => type === undefined || isOfType(item, type));
      return type === "null" && values.length > 0 ? [] : [[key, values]];
    }),
  );
  return type === "integer" ? withInclusiveBounds(own) : own;
}

/** Integers above 0 are those from 1. */
function withInclusiveBounds({
  exclusiveMinimum: above,
  exclusiveMaximum: below,
  ...keywords
}: JsonObject): JsonObject {
  const bounds: JsonObject = {
    ...(isNumber(above) && {
      minimum: typeof above === "bigint" ? above + 1n : Math.floor(above) + 1,
    }),
    ...(isNumber(below) && {
      maximum: typeof below === "bigint" ? below - 1n : Math.ceil(below) - 1,
    }),
  };
  return both(keywords, bounds);
}
