import { foldName } from "./fold-name.ts";
import { countCharacters, describeSecret, describeValue, type Issue } from "./issue.ts";
import { nearestHint } from "./nearest.ts";

/** Converts a value from the wire to the form that handlers use, or rejects it. */
export type Reader = {
  /** Describes what is accepted. */
  readonly expected: string;
  readonly read: (value: unknown, field: string) => unknown;
};

/** A value that is not accepted; `error` names the declared error that replaces InvalidParams. */
export class Refusal {
  readonly issue: Issue;
  readonly error: string | undefined;

  constructor(issue: Issue, error?: string) {
    this.issue = issue;
    this.error = error;
  }
}

/** Which declared error a broken rule returns, by the rule's JSON Schema keyword. */
export type Violations = { readonly [keyword: string]: string };

/** A member of an object: absent and null are the same. */
export type Field = {
  readonly name: string;
  readonly reader: Reader;
  readonly required: boolean;
  /** Replaces an absent member. */
  readonly default?: unknown;
  readonly violations?: Violations;
};

/** Text; lengths count characters, not UTF-16 units. */
export function text(
  expected: string,
  rules: {
    readonly pattern?: RegExp;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly secret?: boolean;
    readonly violations?: Violations;
  } = {},
): Reader {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, violations } = rules;
  const describe = rules.secret ? describeSecret : describeValue;
  const read = (value: unknown, field: string): unknown => {
    if (typeof value !== "string") {
      return new Refusal({ field, expected, got: describe(value) }, violations?.["type"]);
    }
    if (value.length < 2 * minLength && countCharacters(value) < minLength) {
      return new Refusal({ field, expected, got: describe(value) }, violations?.["minLength"]);
    }
    if (value.length > maxLength && countCharacters(value) > maxLength) {
      const got = `text of ${countCharacters(value)} characters`;
      return new Refusal({ field, expected, got }, violations?.["maxLength"]);
    }
    if (pattern !== undefined && !pattern.test(value)) {
      return new Refusal({ field, expected, got: describe(value) }, violations?.["pattern"]);
    }
    return value;
  };
  return { expected, read };
}

/**
 * One of several words, in any case with `ignoreCase`; the handler gets the listed spelling. If
 * `expected` does not list them, `hints` adds the nearest word to the error.
 */
export function word(
  expected: string,
  words: readonly string[],
  rules: {
    readonly ignoreCase?: boolean;
    readonly hints?: boolean;
    readonly violations?: Violations;
  } = {},
): Reader {
  const byLowerCase = new Map(words.map((each) => [each.toLowerCase(), each]));
  const read = (value: unknown, field: string): unknown => {
    if (typeof value === "string") {
      if (words.includes(value)) return value;
      const known = rules.ignoreCase ? byLowerCase.get(value.toLowerCase()) : undefined;
      if (known !== undefined) return known;
    }
    const hint = rules.hints && typeof value === "string" ? nearestHint(value, words) : "";
    return new Refusal(
      { field, expected: `${expected}${hint}`, got: describeValue(value) },
      rules.violations?.["enum"],
    );
  };
  return { expected, read };
}

/** Exactly this value. */
export function literal(expected: string, only: unknown): Reader {
  const read = (value: unknown, field: string): unknown =>
    value === only ? value : new Refusal({ field, expected, got: describeValue(value) });
  return { expected, read };
}

export function boolean(expected: string): Reader {
  const read = (value: unknown, field: string): unknown =>
    typeof value === "boolean"
      ? value
      : new Refusal({ field, expected, got: describeValue(value) });
  return { expected, read };
}

/** A JSON number between two bounds. */
export function decimal(expected: string, minimum: number, maximum: number): Reader {
  const read = (value: unknown, field: string): unknown =>
    typeof value === "number" && value >= minimum && value <= maximum
      ? value
      : new Refusal({ field, expected, got: describeValue(value) });
  return { expected, read };
}

/**
 * An integer, sent as a JSON number or as decimal text with any number of leading zeros, exact at
 * any size. With `wide` the handler gets a bigint.
 */
export function integer(
  expected: string,
  wide: boolean,
  minimum: bigint,
  maximum: bigint,
  violations?: Violations,
): Reader {
  const smallest = Number(minimum);
  const largest = Number(maximum);
  const read = (value: unknown, field: string): unknown => {
    if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) {
      if (value >= smallest && value <= largest) return wide ? BigInt(value) : value;
    }
    const exact = exactInteger(value);
    if (exact === undefined) {
      return new Refusal({ field, expected, got: describeValue(value) }, violations?.["type"]);
    }
    if (exact < minimum) {
      return new Refusal({ field, expected, got: describeValue(value) }, violations?.["minimum"]);
    }
    if (exact > maximum) {
      return new Refusal({ field, expected, got: describeValue(value) }, violations?.["maximum"]);
    }
    return wide ? exact : Number(exact);
  };
  return { expected, read };
}

const decimalText = /^(-?)(0*)([1-9][0-9]*|)$/;
/** More digits than any 64-bit integer has: enough to be refused, too few to be slow. */
const digitsMax = 20;

function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : undefined;
  }
  if (typeof value !== "string") return undefined;
  const [, sign, zeros, digits = ""] = decimalText.exec(value) ?? [];
  if (digits === "") return zeros && sign === "" ? 0n : undefined;
  const size = BigInt(digits.slice(0, digitsMax + 1));
  return sign === "-" ? -size : size;
}

/** A list, each of whose items `item` reads. */
export function list(
  expected: string,
  item: Reader,
  rules: {
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly violations?: Violations;
  } = {},
): Reader {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, violations } = rules;
  const read = (value: unknown, field: string): unknown => {
    const refuse = (error?: string) =>
      new Refusal({ field, expected, got: describeValue(value) }, error);
    if (!Array.isArray(value)) return refuse(violations?.["type"]);
    if (value.length < minItems) return refuse(violations?.["minItems"]);
    if (value.length > maxItems) return refuse(violations?.["maxItems"]);
    const items: unknown[] = new Array(value.length);
    for (let i = 0; i < value.length; i++) {
      const read = item.read(value[i], field);
      if (read instanceof Refusal) return item.read(value[i], `${field}[${i}]`);
      items[i] = read;
    }
    return items;
  };
  return { expected, read };
}

/** An object whose names are data. */
export function map(expected: string, member: Reader): Reader {
  const read = (value: unknown, field: string): unknown => {
    if (!isPlainObject(value)) {
      return new Refusal({ field, expected, got: describeValue(value) });
    }
    const entries: [string, unknown][] = [];
    for (const [name, item] of Object.entries(value)) {
      const read = member.read(item, field === "" ? name : `${field}.${name}`);
      if (read instanceof Refusal) return read;
      entries.push([name, read]);
    }
    return Object.fromEntries(entries);
  };
  return { expected, read };
}

/** The first of several forms that accepts the value. */
export function either(expected: string, forms: readonly Reader[]): Reader {
  const read = (value: unknown, field: string): unknown => {
    let inside: Refusal | undefined;
    for (const form of forms) {
      const read = form.read(value, field);
      if (!(read instanceof Refusal)) return read;
      if (read.issue.field !== field || read.error !== undefined) inside = read;
    }
    return inside ?? new Refusal({ field, expected, got: describeValue(value) });
  };
  return { expected, read };
}

/**
 * An object with these members. Names match in any case, as in Go's decoder: the last one sent wins, whatever its
 * spelling. Unknown names are ignored unless `strict`, null is absent.
 */
export function object(
  expected: string,
  fields: readonly Field[],
  rules: { readonly strict?: boolean } = {},
): Reader {
  const known = new Set(fields.map((field) => field.name));
  const byFoldedName = new Map(fields.map((field) => [foldName(field.name), field.name]));
  const read = (value: unknown, path: string): unknown => {
    if (!isPlainObject(value)) {
      return new Refusal({ field: path, expected, got: describeValue(value) });
    }
    const surplus = rules.strict
      ? Object.keys(value).find((name) => !byFoldedName.has(foldName(name)))
      : undefined;
    if (surplus !== undefined) return unknownName(surplus, path, [...known]);
    const given = align(value, known, byFoldedName);
    const result: Record<string, unknown> = {};
    for (const field of fields) {
      const raw = given[field.name];
      const place = path === "" ? field.name : `${path}.${field.name}`;
      if (raw === undefined || raw === null) {
        if (field.default !== undefined) result[field.name] = field.default;
        else if (field.required) return missing(field, place);
        continue;
      }
      const read = field.reader.read(raw, place);
      if (read instanceof Refusal) return read;
      result[field.name] = read;
    }
    return result;
  };
  return { expected, read };
}

function unknownName(name: string, path: string, known: readonly string[]): Refusal {
  const hint = nearestHint(name, known);
  const expected = known.length === 0 ? "no members" : `one of ${known.join(", ")}${hint}`;
  return new Refusal({ field: path, expected, got: describeValue(name) });
}

function missing(field: Field, place: string): Refusal {
  return new Refusal(
    { field: place, expected: field.reader.expected, got: "nothing" },
    field.violations?.["required"],
  );
}

/**
 * Returns the object itself if all its names are known, otherwise a copy with the known spellings.
 */
function align(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  byFoldedName: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  let exact = true;
  for (const name in value) {
    if (!known.has(name)) {
      exact = false;
      break;
    }
  }
  if (exact) return value;
  const aligned: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const spelling = byFoldedName.get(foldName(name));
    if (spelling !== undefined && item !== null) aligned[spelling] = item;
  }
  return aligned;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The params of a method, as its handler receives them or with what is wrong with them. */
export type ParamsReader = {
  readonly read: (params: unknown) => ReadParams;
  /** The params that it reads and, without an error, ignores others; undefined if it rejects them. */
  readonly names: readonly string[] | undefined;
};

export type ReadParams =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly issue: Issue;
      /** Name of the declared error to return instead of InvalidParams. */
      readonly error?: string;
    };

/**
 * Reads a request's `params`: absent, null, an object, or a list whose first item is one of these
 * and whose other items are ignored, as AvalancheGo's JSON-RPC layer has it.
 */
export function paramsReader(
  fields: readonly Field[],
  rules: { readonly strict?: boolean } = {},
): ParamsReader {
  const reader = object("an object of params by name", fields, rules);
  const read = (params: unknown): ReadParams => {
    const value = reader.read((Array.isArray(params) ? params[0] : params) ?? {}, "");
    if (!(value instanceof Refusal)) return { ok: true, value };
    const { issue, error } = value;
    const named = issue.field === "" ? { ...issue, field: "params" } : issue;
    return error === undefined ? { ok: false, issue: named } : { ok: false, issue: named, error };
  };
  const names = rules.strict === true ? undefined : fields.map(({ name }) => name);
  return { read, names };
}
