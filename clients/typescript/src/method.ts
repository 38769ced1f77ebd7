import type { ErrorName } from "./generated/errors.ts";

/** The options of one call that override those of its client. */
export type CallOptions = {
  /** Total time in milliseconds, including retries; 0 means no limit. */
  readonly timeoutMs?: number;
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal;
  /** How often a failed call is sent again, if the method may be called twice. */
  readonly retries?: number;
};

/**
 * The positions of 64-bit integers in a result: 1 for an integer, `[of]` for a list, members by
 * name, `*` for every member of a map.
 */
export type Integers = 1 | readonly [Integers] | { readonly [member: string]: Integers };

/** What a call needs to know about its method. */
export type MethodInfo = {
  readonly hasParams: boolean;
  /** Calling it twice is no different from calling it once. */
  readonly repeatable: boolean;
  /** The errors that it declares. */
  readonly errors: readonly ErrorName[];
  readonly integers?: Integers;
  /** The names of its params in order, if they are sent as a list. */
  readonly positions?: readonly string[];
  /** Whether a param that is left out before one that is given is sent as null, not the params by name. */
  readonly isOnlyByPosition?: boolean;
};

export type MethodTable = Readonly<Record<string, MethodInfo>>;

/** Returns the params as they are sent: by name, or as a list of the method's positions. */
export function arrangeParams(params: unknown, info: MethodInfo | undefined): unknown {
  const { positions, isOnlyByPosition = false } = info ?? {};
  if (positions === undefined || info?.hasParams !== true) return params;
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const isGiven = (name: string) => Object.hasOwn(given, name) && given[name] !== undefined;
  const list = positions.slice(0, 1 + positions.map(isGiven).lastIndexOf(true));
  if (!isOnlyByPosition && !list.every(isGiven)) return params;
  return list.map((name) => (isGiven(name) ? given[name] : null));
}

/**
 * Converts the integers at the positions in `integers` to bigint, in place. Absent members and nulls stay unchanged.
 * Throws WrongType, which names the member, for anything else.
 */
export function reviveIntegers(value: unknown, integers: Integers, path = ""): unknown {
  if (value === null || value === undefined) return value;
  if (integers === 1) return reviveInteger(value, path);
  if (isList(integers)) {
    if (!Array.isArray(value)) throw new WrongType(path, "a list", value);
    for (let i = 0; i < value.length; i++) {
      value[i] = reviveIntegers(value[i], integers[0], `${path}[${i}]`);
    }
    return value;
  }
  // Some objects can be text instead, such as encoded bytes.
  if (typeof value === "string" && path !== "") return value;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new WrongType(path, "an object", value);
  }
  const members = value as Record<string, unknown>;
  const every = integers["*"];
  for (const name of Object.keys(every === undefined ? integers : members)) {
    const own = Object.hasOwn(integers, name) ? integers[name] : every;
    if (own !== undefined && Object.hasOwn(members, name)) {
      const place = path === "" ? name : `${path}.${name}`;
      members[name] = reviveIntegers(members[name], own, place);
    }
  }
  return value;
}

function reviveInteger(value: unknown, path: string): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "string" && /^-?[0-9]+$/.test(value)) return BigInt(value);
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  throw new WrongType(path, "an integer", value);
}

/** A part of a result has another type than the documents say. */
export class WrongType extends Error {
  override readonly name = "WrongType";

  constructor(path: string, expected: string, value: unknown) {
    const found = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
    super(`${path === "" ? "the result" : path} is ${found} instead of ${expected}`);
  }
}

function isList(integers: Exclude<Integers, 1>): integers is readonly [Integers] {
  return Array.isArray(integers);
}
