import { type Types as Defs, definition, structOf } from "../lookup.ts";
import type { JsonKind, Struct, Type, TypeDef, Union, UnionForm, UnionTest } from "../model.ts";

type Path = readonly string[];

/**
 * Returns the union with the tests that distinguish each form from all others. Throws if two forms
 * cannot be distinguished.
 */
export function distinguishForms(union: Union, defs: Defs): Union {
  const forms = union.forms.flatMap((form) =>
    jsonKinds(form.type, defs).map((json) => ({ ...form, json })),
  );
  const words = wordTests(
    forms.filter(({ json }) => json === "object"),
    defs,
  );
  const tested = forms.flatMap((form) => {
    const tests = words?.get(form);
    if (tests !== undefined) return [{ ...form, tests }];
    const others = forms.filter((other) => other !== form && other.json === form.json);
    return others.length === 0 ? [form] : distinguishForm(form, others, defs, union.name);
  });
  const whole = union.isClosed ? tested.map((form) => closedForm(form, defs)) : tested;
  const distinct = new Map(whole.map((form) => [JSON.stringify(form), form]));
  // An object without required members is what the other forms leave.
  const isLeft = (form: UnionForm) => Number(isPart(structOf(form.type, defs)));
  return { ...union, forms: [...distinct.values()].sort((a, b) => isLeft(a) - isLeft(b)) };
}

/** The form of objects that have all of its required members, and no others than it lists. */
function closedForm(form: UnionForm, defs: Defs): UnionForm {
  const struct = structOf(form.type, defs);
  if (form.json !== "object" || struct === undefined) return form;
  const tested = form.tests.flatMap((test) => ("path" in test ? [test.path[0]] : []));
  const rest = requiredNames(struct).filter((name) => !tested.includes(name));
  return {
    ...form,
    tests: [...form.tests, ...rest.map((name) => ({ path: [name] }))],
    exact: true,
  };
}

/**
 * Distinguishes objects by a member with a different constant in each; undefined if there is none.
 * An object with another constant has none of the forms.
 */
function wordTests(
  forms: readonly UnionForm[],
  defs: Defs,
): ReadonlyMap<UnionForm, readonly UnionTest[]> | undefined {
  const structs = forms.map(({ type }) => structOf(type, defs));
  for (const { name: member, word: first } of structs[0]?.members ?? []) {
    if (first === undefined) continue;
    const words = structs.map((struct) => struct?.members.find((own) => own.name === member)?.word);
    if (words.includes(undefined) || new Set(words).size < words.length) continue;
    return new Map(
      forms.map((form, index) => [form, [{ member, word: words[index] as string }]] as const),
    );
  }
  return undefined;
}

/** The kinds of JSON value that a type is written as. */
export function jsonKinds(type: Type, defs: Defs): JsonKind[] {
  switch (type.kind) {
    case "text":
    case "boolean":
    case "null":
    case "list":
      return [type.kind];
    case "float":
      return ["number"];
    case "map":
      return ["object"];
    case "integer":
      return type.wire === "either" ? ["number", "text"] : [type.wire];
    case "nullable":
      return ["null", ...jsonKinds(type.inner, defs)];
    case "json":
      throw new Error("a form of a union can be anything");
    case "named":
      return jsonKindsOfDef(defs.get(type.name), defs);
  }
}

function jsonKindsOfDef(def: TypeDef | undefined, defs: Defs): JsonKind[] {
  switch (def?.kind) {
    case "enum":
      return ["text"];
    case "alias":
      return jsonKinds(def.target, defs);
    case "union":
      return [...new Set(def.forms.flatMap((form) => jsonKinds(form.type, defs)))];
    default:
      return ["object"];
  }
}

function distinguishForm(
  form: UnionForm,
  others: readonly UnionForm[],
  defs: Defs,
  union: string,
): UnionForm[] {
  if (form.json === "text") {
    const words = wordsOf(form.type, defs);
    return words.length === 0 ? [form] : words.map((equals) => ({ ...form, tests: [{ equals }] }));
  }
  const own = structOf(form.type, defs);
  const rivals = others.map((other) => structOf(other.type, defs));
  if (own !== undefined && isPart(own)) {
    const parts = rivals.filter((rival) => rival !== undefined && isPart(rival));
    if (parts.every((part) => part !== undefined && sharesOnlyEqualMembers(own, part))) {
      return [{ ...form, exact: true }];
    }
    throw new Error(`nothing distinguishes the form ${form.name} of ${union} from the others`);
  }
  if (own !== undefined && rivals.some(isPart)) {
    return distinguishWhole(form, own, others, { defs, union });
  }
  if (own !== undefined && rivals.every((rival) => rival !== undefined)) {
    const found = distinguishStruct(own, rivals, defs);
    if (found !== undefined) return found.map((each) => ({ ...form, ...each }));
  }
  throw new Error(`nothing distinguishes the form ${form.name} of ${union} from the others`);
}

/** Whether every member of an object is optional. */
function isPart(struct: Struct | undefined): boolean {
  return struct !== undefined && struct.members.length > 0 && requiredNames(struct).length === 0;
}

/**
 * Whether a value without further members can be read as either object if it fits both: members of the
 * same name have the same type, so that nothing is lost.
 */
function sharesOnlyEqualMembers(one: Struct, other: Struct): boolean {
  return one.members.every((member) => {
    const same = other.members.find(({ name }) => name === member.name);
    return (
      same === undefined ||
      (same.word === member.word && JSON.stringify(same.type) === JSON.stringify(member.type))
    );
  });
}

/**
 * Distinguishes a complete object from one that can have any part of it: by all its required
 * members.
 */
function distinguishWhole(
  form: UnionForm,
  own: Struct,
  others: readonly UnionForm[],
  { defs, union }: { readonly defs: Defs; readonly union: string },
): UnionForm[] {
  const wholes = others.filter((other) => !isPart(structOf(other.type, defs)));
  const tests = requiredNames(own).map((name) => ({ path: [name] }));
  const tested = wholes.length === 0 ? [form] : distinguishForm(form, wholes, defs, union);
  return tested.map((each) => ({ ...each, tests }));
}

type Distinction = { readonly tests: readonly UnionTest[]; readonly exact: boolean };

function distinguishStruct(
  own: Struct,
  rivals: readonly Struct[],
  defs: Defs,
): Distinction[] | undefined {
  const required = requiredNames(own).map((name): Path => [name]);
  const way = distinguishByPaths(own, required, rivals, defs);
  return way === undefined ? distinguishByInnerUnion(own, required, rivals, defs) : [way];
}

/** Returns one alternative for each form of a union inside the object. */
function distinguishByInnerUnion(
  own: Struct,
  required: readonly Path[],
  rivals: readonly Struct[],
  defs: Defs,
): Distinction[] | undefined {
  for (const { path, union } of innerUnions(own, defs)) {
    const ways = union.forms.map((form) => {
      const names = requiredNames(structOf(form.type, defs));
      const inner = names.map((name): Path => [...path, name]);
      return distinguishByPaths(own, [...required, ...inner], rivals, defs);
    });
    if (ways.every((way) => way !== undefined)) return ways;
  }
  return undefined;
}

/**
 * Distinguishes the object by its members at some of the paths, and from objects with more members
 * by having no others.
 */
function distinguishByPaths(
  own: Struct,
  paths: readonly Path[],
  rivals: readonly Struct[],
  defs: Defs,
): Distinction | undefined {
  const names = new Set(own.members.map(({ name }) => name));
  const separable = rivals.filter((rival) => paths.some((path) => !mayHave(rival, path, defs)));
  const others = rivals.filter((rival) => !separable.includes(rival));
  const haveMore = others.every((rival) => requiredNames(rival).some((name) => !names.has(name)));
  if (!haveMore) return undefined;
  const tests = fewest(paths, separable, defs).map((path) => ({ path }));
  return { tests, exact: others.length > 0 };
}

/** A few of the paths, so that each rival lacks one of them. */
function fewest(paths: readonly Path[], rivals: readonly Struct[], defs: Defs): Path[] {
  const chosen: Path[] = [];
  let left = rivals;
  while (left.length > 0) {
    const lacking = (path: Path) => left.filter((rival) => !mayHave(rival, path, defs)).length;
    const best = paths.reduce((a, b) => (lacking(b) > lacking(a) ? b : a));
    chosen.push(best);
    left = left.filter((rival) => mayHave(rival, best, defs));
  }
  return chosen;
}

/** Whether an object of this struct can have something at the path. */
function mayHave(struct: Struct, path: Path, defs: Defs): boolean {
  const [name, ...rest] = path;
  const member = struct.members.find((each) => each.name === name);
  if (member === undefined) return false;
  return rest.length === 0 || typeMayHave(member.type, rest, defs);
}

function typeMayHave(type: Type, path: Path, defs: Defs): boolean {
  const union = unionOf(type, defs);
  if (union !== undefined) return union.forms.some((form) => typeMayHave(form.type, path, defs));
  const struct = structOf(type, defs);
  return struct !== undefined && mayHave(struct, path, defs);
}

/** Returns the unions that an object always contains, directly or inside an object. */
function innerUnions(struct: Struct, defs: Defs): { path: Path; union: Union }[] {
  return struct.members
    .filter(({ required }) => required)
    .flatMap(({ name, type }) => {
      const union = unionOf(type, defs);
      if (union !== undefined) return [{ path: [name], union }];
      const inner = structOf(type, defs);
      if (inner === undefined) return [];
      return innerUnions(inner, defs).map((found) => ({ ...found, path: [name, ...found.path] }));
    });
}

export function requiredNames(struct: Struct | undefined): string[] {
  return (struct?.members ?? []).filter(({ required }) => required).map(({ name }) => name);
}

function wordsOf(type: Type, defs: Defs): readonly string[] {
  const def = definition(type, defs);
  return def?.kind === "enum" ? def.values : [];
}

function unionOf(type: Type, defs: Defs): Union | undefined {
  const def = definition(type, defs);
  return def?.kind === "union" ? def : undefined;
}
