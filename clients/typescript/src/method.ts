import type { ErrorName } from "./generated/errors.ts";

/** What one call may ask for, over what the client was made with. */
export type CallOptions = {
  /** Gives up after so many milliseconds, tries included; 0 waits for ever. */
  readonly timeoutMs?: number;
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal;
  /** How often a failed call is sent again, if the method may be called twice. */
  readonly retries?: number;
};

/**
 * Where a result holds 64-bit integers: 1 for one of them, `[of]` for a list, members by name, `*` for
 * every member of a map.
 */
export type Integers = 1 | readonly [Integers] | { readonly [member: string]: Integers };

/** What a call needs to know of its method. */
export type MethodInfo = {
  readonly hasParams: boolean;
  /** Calling it twice is no different from calling it once. */
  readonly repeatable: boolean;
  /** The errors that it declares. */
  readonly errors: readonly ErrorName[];
  readonly integers?: Integers;
};

export type MethodTable = Readonly<Record<string, MethodInfo>>;

/**
 * Makes bigint of the integers that `integers` points at, in place. Text that is no decimal number and
 * members that are not there stay as they are.
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
