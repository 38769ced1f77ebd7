import { foldName, type GoJson, GoMembers, GoNumber, UnmarshalError } from "./go-json.ts";

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

  /** A text that its type reads by itself, as it does each one of repeated members. Undefined if all of them are null. */
  parsed<T>(name: string, parse: (text: string) => T): T | undefined {
    let last: T | undefined;
    for (const value of this.#values(name)) {
      if (value === null) continue;
      if (!isText(value)) throw mismatch(this.#pathOf(name), "a text");
      last = parse(value);
    }
    return last;
  }

  /** What a pointer points to, of which `read` leaves nothing that came before. Undefined for a missing member, and for null. */
  pointer<T>(name: string, read: (value: Exclude<GoJson, null>, path: string) => T): T | undefined {
    let last: T | undefined;
    for (const value of this.#values(name)) {
      last = value === null ? undefined : read(value, this.#pathOf(name));
    }
    return last;
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

  /**
   * Of each item, the values that are read one over another. Go keeps what is beyond the end of a list that got shorter, and
   * reads a longer one over it.
   */
  #items(name: string): GoJson[][] {
    let items: GoJson[][] = [];
    let count = 0;
    for (const value of this.#values(name)) {
      if (value !== null && !Array.isArray(value)) throw mismatch(this.#pathOf(name), "an array");
      const list = (value ?? []) as readonly GoJson[];
      if (list.length === 0) items = [];
      count = list.length;
      for (const [index, item] of list.entries()) items[index] = [...(items[index] ?? []), item];
    }
    return items.slice(0, count);
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

export function mismatch(path: string, expected: string): UnmarshalError {
  return new UnmarshalError(`${path} is not ${expected}`);
}
