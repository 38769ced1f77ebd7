/**
 * The positions of 64-bit integers in a value: 1 for an integer, `[of]` for a list, members by name,
 * `*` for every member of a map.
 */
export type Integers = 1 | readonly [Integers] | { readonly [member: string]: Integers };

/** Converts the integers at the positions to bigint, in place. Anything else there stays unchanged. */
export function exactIntegers(value: unknown, integers: Integers): unknown {
  if (integers === 1) return Number.isSafeInteger(value) ? BigInt(value as number) : value;
  if (isList(integers)) {
    if (!Array.isArray(value)) return value;
    for (let i = 0; i < value.length; i++) value[i] = exactIntegers(value[i], integers[0]);
    return value;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = value as Record<string, unknown>;
  const every = integers["*"];
  for (const name of Object.keys(every === undefined ? integers : members)) {
    const own = Object.hasOwn(integers, name) ? integers[name] : every;
    if (own !== undefined && Object.hasOwn(members, name)) {
      members[name] = exactIntegers(members[name], own);
    }
  }
  return value;
}

function isList(integers: Exclude<Integers, 1>): integers is readonly [Integers] {
  return Array.isArray(integers);
}
