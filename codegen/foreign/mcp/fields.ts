import { isObject, type Json } from "../../load/json.ts";

/** Each is compared with all members of a result. */
const pathsMax = 64;
const pathLengthMax = 256;

/** JSON Schema of the paths of members. */
export const fieldsSchema = {
  description: "Paths of the members to return, such as `validators.nodeID`.",
  type: "array",
  maxItems: pathsMax,
  items: { type: "string", maxLength: pathLengthMax },
};

export const expectedFields = `an array of at most ${pathsMax} strings, each of at most ${pathLengthMax} characters`;

export function isFields(value: Json): value is readonly string[] {
  const isPath = (each: Json) => typeof each === "string" && each.length <= pathLengthMax;
  return Array.isArray(value) && value.length <= pathsMax && value.every(isPath);
}

/** Returns only the members at the paths, such as `validators.nodeID`; a list is cut item by item. */
export function cutToFields(value: Json, paths: readonly string[]): Json {
  return cut(
    value,
    paths.map((path) => path.split(".")),
  );
}

function cut(value: Json, paths: readonly (readonly string[])[]): Json {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item: Json) => cut(item, paths));
  if (!isObject(value)) return value;
  const names = new Set(paths.map(([name = ""]) => name));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => names.has(name))
      .map(([name, member]) => {
        const inner = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
        return [name, cut(member, inner)];
      }),
  );
}
