import { isObject, type Json, type JsonObject, listAt } from "../load/json.ts";
import { componentName } from "./pointers.ts";

/**
 * Ends schemas that are their own part: a validator would never finish. A reference that leads back to its
 * component without entering a member or item says nothing, so it is left out.
 */
export function withoutEndlessReferences(schemas: ReadonlyMap<string, Json>): Map<string, Json> {
  const ended = new Map(schemas);
  const done = new Set<string>();
  const visit = (name: string, open: readonly string[]): void => {
    if (done.has(name)) return;
    ended.set(name, withoutBack(ended.get(name) ?? true, [...open, name], visit) ?? {});
    done.add(name);
  };
  for (const name of schemas.keys()) visit(name, []);
  return ended;
}

/** The schema without references to open components; undefined if it is only such a reference. */
function withoutBack(
  schema: Json,
  open: readonly string[],
  visit: (name: string, open: readonly string[]) => void,
): Json | undefined {
  if (!isObject(schema)) return schema;
  const name = componentName(schema);
  if (name !== undefined && open.includes(name)) {
    const { $ref: _ref, ...rest } = schema;
    return Object.keys(rest).length === 0 ? undefined : rest;
  }
  if (name !== undefined) visit(name, open);
  const changed: Record<string, Json> = { ...schema };
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    if (!Array.isArray(schema[key])) continue;
    const parts = listAt(schema, key).map((part) => withoutBack(part, open, visit));
    const left = parts.filter((part) => part !== undefined);
    if (left.length === 0) delete changed[key];
    else changed[key] = left;
  }
  for (const key of ["not", "if", "then", "else"]) {
    const part = schema[key] === undefined ? undefined : withoutBack(schema[key], open, visit);
    if (part === undefined) delete changed[key];
    else changed[key] = part;
  }
  return changed satisfies JsonObject;
}
