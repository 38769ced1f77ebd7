import { isObject, objectAt } from "../../load/json.ts";
import type { Schema } from "../../model.ts";
import {
  decimalText,
  follow,
  integerKind,
  integerKinds,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../../schema.ts";

/**
 * The positions of 64-bit integers in a result: 1 for an integer, `[of]` for a list, members by name, `*`
 * for every member of a map.
 */
export type Revival = 1 | readonly [Revival] | { readonly [member: string]: Revival };

/** Finds the 64-bit integers in a schema; undefined if there are none. A union has those of all its forms. */
export function revivalOf(written: Schema, schemas: SchemaMap): Revival | undefined {
  if (isDecimal(written, schemas)) return 1;
  const schema = follow(written, schemas);
  const kind = integerKind(schema);
  if (kind !== undefined) return integerKinds[kind].wide ? 1 : undefined;
  const forms = unionForms(schema);
  if (forms !== undefined) {
    return forms.map((form) => revivalOf(form, schemas)).reduce(merge, undefined);
  }
  if (isObject(schema["items"])) {
    const item = revivalOf(schema["items"], schemas);
    return item === undefined ? undefined : [item];
  }
  return revivalOfMembers(schema, schemas);
}

function isDecimal(schema: Schema, schemas: SchemaMap): boolean {
  const name = referenceName(schema);
  if (name === undefined) return false;
  return name === decimalText || isDecimal(schemas.get(name) ?? {}, schemas);
}

function revivalOfMembers(schema: Schema, schemas: SchemaMap): Revival | undefined {
  const members: Record<string, Revival> = {};
  for (const [name, member] of Object.entries(objectAt(schema, "properties"))) {
    const revival = isObject(member) ? revivalOf(member, schemas) : undefined;
    if (revival !== undefined) members[name] = revival;
  }
  const rest = schema["additionalProperties"];
  const every = isObject(rest) ? revivalOf(rest, schemas) : undefined;
  if (every !== undefined) members["*"] = every;
  return Object.keys(members).length === 0 ? undefined : members;
}

function merge(a: Revival | undefined, b: Revival | undefined): Revival | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a === 1 || b === 1) {
    if (a !== b) throw new Error("a union has a 64-bit integer where another form has a structure");
    return 1;
  }
  if (isList(a) && isList(b)) return [merge(a[0], b[0]) as Revival];
  if (isList(a) || isList(b))
    throw new Error("a union has 64-bit integers in a list and in an object");
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, merge(a[name], b[name]) as Revival]));
}

function isList(revival: Revival): revival is readonly [Revival] {
  return Array.isArray(revival);
}
