import { foldName } from "./fold-name.ts";
import { type GoJson, GoMembers, GoNumber, UnmarshalError } from "./go-json.ts";

/**
 * Reads members of a JSON object as Go's encoding/json stores them in a struct: missing and null are the zero value, names are
 * case-insensitive, and a repeated name is read over what the earlier ones left. Throws UnmarshalError.
 */
export class GoObject {
  readonly #members = new Map<string, GoJson[]>();
  readonly #path: string;

  /** Of a value, or of several that are read one over another. */
  constructor(values: readonly GoJson[], path: string) {
    this.#path = path;
    for (const value of values) this.#add(value);
  }

  /** The last that is not null, or nothing. */
  text(name: string): string {
    return this.#last(name, isText, "a text") ?? "";
  }

  optionalText(name: string): string | undefined {
    return this.#last(name, isText, "a text");
  }

  uint64(name: string): bigint {
    return this.#integer(name, 0n, 2n ** 64n - 1n);
  }

  uint32(name: string): number {
    return Number(this.#integer(name, 0n, 0xffff_ffffn));
  }

  int64(name: string): bigint {
    return this.#integer(name, -(2n ** 63n), 2n ** 63n - 1n);
  }

  objects(name: string): GoObject[] {
    return this.#items(name).map(
      (values, index) => new GoObject(values, `${this.#pathOf(name)}[${index}]`),
    );
  }

  texts(name: string): string[] {
    return this.#items(name).map((values, index) => {
      const path = `${this.#pathOf(name)}[${index}]`;
      return lastOf(values, isText, path, "a text") ?? "";
    });
  }

  /** The text, or the number as it is written, that a type reads by itself. */
  scalar(name: string): string | undefined {
    const value = this.#last(name, isScalar, "a text or a number");
    return value instanceof GoNumber ? value.literal : value;
  }

  /** The entries of a map, in which the last of equal keys counts. Undefined for a missing map, and for null. */
  map(name: string): readonly (readonly [key: string, value: GoJson])[] | undefined {
    let entries: GoMembers["entries"] | undefined;
    for (const value of this.#values(name)) {
      if (value !== null && !(value instanceof GoMembers)) {
        throw mismatch(this.#pathOf(name), "an object");
      }
      entries = value === null ? undefined : [...(entries ?? []), ...value.entries];
    }
    return entries;
  }

  /** What a pointer to a type that unmarshals itself points to: nothing that came before it is left. */
  optionalObject(name: string): GoObject | undefined {
    const value = this.#values(name).at(-1) ?? null;
    return value === null ? undefined : new GoObject([value], this.#pathOf(name));
  }

  #add(value: GoJson): void {
    if (value === null) return;
    if (!(value instanceof GoMembers)) throw mismatch(this.#path, "an object");
    for (const [name, member] of value.entries) {
      const folded = foldName(name);
      const known = this.#members.get(folded);
      if (known === undefined) this.#members.set(folded, [member]);
      else known.push(member);
    }
  }

  /** Of each item, the values that are read one over another. */
  #items(name: string): GoJson[][] {
    let items: GoJson[][] = [];
    for (const value of this.#values(name)) {
      if (value !== null && !Array.isArray(value)) throw mismatch(this.#pathOf(name), "an array");
      items = ((value ?? []) as readonly GoJson[]).map((item, index) => [
        ...(items[index] ?? []),
        item,
      ]);
    }
    return items;
  }

  #integer(name: string, min: bigint, max: bigint): bigint {
    const isInteger = (value: GoJson): value is GoNumber =>
      value instanceof GoNumber && isIntegerOf(value.literal, min, max);
    const number = this.#last(name, isInteger, `an integer from ${min} to ${max}`);
    return number === undefined ? 0n : BigInt(number.literal);
  }

  #last<T extends GoJson>(
    name: string,
    isExpected: (value: GoJson) => value is T,
    expected: string,
  ): T | undefined {
    return lastOf(this.#values(name), isExpected, this.#pathOf(name), expected);
  }

  #values(name: string): readonly GoJson[] {
    return this.#members.get(foldName(name)) ?? [];
  }

  #pathOf(name: string): string {
    return `${this.#path}.${name}`;
  }
}

const isText = (value: GoJson): value is string => typeof value === "string";

const isScalar = (value: GoJson): value is string | GoNumber =>
  isText(value) || value instanceof GoNumber;

/** The longest integer of 64 bits has 20 characters; BigInt takes quadratic time. */
const integer = /^-?\d{1,20}$/;

/** Go reads neither 1.0 nor 1e3 as an integer, and -0 only as one with a sign. */
function isIntegerOf(literal: string, min: bigint, max: bigint): boolean {
  if (!integer.test(literal) || (min === 0n && literal[0] === "-")) return false;
  const value = BigInt(literal);
  return value >= min && value <= max;
}

/** The last value that is not null. All of them must be as expected. */
function lastOf<T extends GoJson>(
  values: readonly GoJson[],
  isExpected: (value: GoJson) => value is T,
  path: string,
  expected: string,
): T | undefined {
  let last: T | undefined;
  for (const value of values) {
    if (value === null) continue;
    if (!isExpected(value)) throw mismatch(path, expected);
    last = value;
  }
  return last;
}

function mismatch(path: string, expected: string): UnmarshalError {
  return new UnmarshalError(`${path} is not ${expected}`);
}
