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
 * Converts the integers at the positions in `integers` to bigint, in place. Text that is not a
 * decimal number and absent members stay unchanged.
 */
export function reviveIntegers(value: unknown, integers: Integers): unknown {
  if (integers === 1) return reviveInteger(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(integers)) {
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) value[i] = reviveIntegers(value[i], integers[0]);
    }
    return value;
  }
  if (Array.isArray(value)) return value;
  const members = value as Record<string, unknown>;
  const every = integers["*"];
  for (const name of Object.keys(every === undefined ? integers : members)) {
    const own = Object.hasOwn(integers, name) ? integers[name] : every;
    if (own !== undefined && Object.hasOwn(members, name)) {
      members[name] = reviveIntegers(members[name], own);
    }
  }
  return value;
}

function reviveInteger(value: unknown): unknown {
  if (typeof value === "string") return /^-?[0-9]+$/.test(value) ? BigInt(value) : value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

function isList(integers: Exclude<Integers, 1>): integers is readonly [Integers] {
  return Array.isArray(integers);
}
