import { isObject, type Json, memberAt, oneLine } from "../load/json.ts";

/** Merges two values of a keyword into one that only accepts what both accept. */
export type Merge = (one: Json, other: Json) => Json;

/** If two values cannot be merged, both are kept as a list, which equals only itself. */
export const keepBoth: Merge = (one, other) => [one, other];

export const mergeLists: Merge = (one, other) => [...new Set([one, other].flat())] as Json;

export const mergeSchemas: Merge = (one, other) => {
  if (Array.isArray(one) || Array.isArray(other)) return keepBoth(one, other);
  return one === false || other === false ? false : { allOf: [one, other] };
};

/** Of keywords that have a schema for each name. */
export const mergeNamedSchemas: Merge = (one, other) => {
  if (!isObject(one) || !isObject(other)) return keepBoth(one, other);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [memberAt(one, name), memberAt(other, name)];
      if (left === undefined || right === undefined) return [name, (left ?? right) as Json];
      return [name, { allOf: [left, right] }];
    }),
  );
};

export const sharedValues: Merge = (one, other) => {
  const allowed = new Set([other].flat().map((value) => oneLine(value as Json)));
  return [one].flat().filter((value) => allowed.has(oneLine(value as Json))) as Json;
};

/** The types that both allow: each integer is a number. */
export const sharedTypes: Merge = (one, other) => {
  const sides = [[one].flat() as string[], [other].flat() as string[]];
  const isAllowed = (type: string) =>
    sides.every(
      (types) => types.includes(type) || (type === "integer" && types.includes("number")),
    );
  return [...new Set(sides.flat())].filter(isAllowed);
};
