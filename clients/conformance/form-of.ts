import type { JsonKind, Type, TypeDef, Union, UnionForm } from "../../codegen/clients/model.ts";
import { isObject, type Json } from "../../codegen/load/json.ts";

type Types = ReadonlyMap<string, TypeDef>;

/** The form of a union that a value has; undefined for one of an unknown form or of another kind. */
export function formOf(value: Json, union: Union, types: Types): UnionForm | undefined {
  const fixedFirst = union.forms.toSorted((a, b) => fixedTexts(b) - fixedTexts(a));
  return fixedFirst.find((form) => hasForm(value, form, union, types));
}

function fixedTexts({ tests }: UnionForm): number {
  return tests.filter((test) => "equals" in test).length;
}

function hasForm(value: Json, form: UnionForm, union: Union, types: Types): boolean {
  if (kindOf(value) !== form.json) return false;
  const passes = form.tests.every((test) => {
    if ("equals" in test) return value === test.equals;
    if ("member" in test) return isObject(value) && value[test.member] === test.word;
    return has(value, test.path);
  });
  if (!passes || !isObject(value)) return passes;
  const members = membersOf(form.type, types);
  const isWhole = members.every(({ name, required }) => !required || Object.hasOwn(value, name));
  const isListed = Object.keys(value).every((key) => members.some(({ name }) => name === key));
  return (!form.exact || isListed) && (union.isClosed !== true || isWhole);
}

function membersOf(type: Type, types: Types) {
  const def = type.kind === "named" ? types.get(type.name) : undefined;
  return def?.kind === "struct" ? def.members : [];
}

function has(value: Json, path: readonly string[]): boolean {
  let inner: Json | undefined = value;
  for (const name of path) {
    if (!isObject(inner) || !Object.hasOwn(inner, name)) return false;
    inner = inner[name];
  }
  return true;
}

export function kindOf(value: Json): JsonKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  switch (typeof value) {
    case "string":
      return "text";
    case "boolean":
      return "boolean";
    case "object":
      return "object";
    default:
      return "number";
  }
}
