import { expect, test } from "vitest";
import type { Member, Struct, Type, TypeDef, Union } from "../../codegen/clients/model.ts";
import { distinguishForms } from "../../codegen/clients/types/union-forms.ts";

const text: Type = { kind: "text" };

function struct(name: string, members: Readonly<Record<string, string | undefined>>): Struct {
  const listed = Object.entries(members).map(
    ([member, word]): Member => ({
      name: member,
      description: "",
      type: text,
      required: true,
      ...(word !== undefined && { word }),
    }),
  );
  return { kind: "struct", name, description: "", members: listed, isParams: false };
}

function formsOf(types: readonly Type[], structs: readonly Struct[], isClosed = false) {
  const forms = types.map((type) => ({
    name: "name" in type ? type.name : type.kind,
    type,
    json: "object" as const,
    tests: [],
    exact: false,
  }));
  const union: Union = {
    kind: "union",
    name: "U",
    description: "",
    forms,
    ...(isClosed && { isClosed }),
  };
  const defs = new Map<string, TypeDef>(structs.map((each) => [each.name, each]));
  return distinguishForms(union, defs).forms.map(({ name, json, tests, exact }) => ({
    name,
    json,
    tests,
    exact,
  }));
}

const named = (name: string): Type => ({ kind: "named", name });

test("a constant is tested also next to forms that are not objects", () => {
  const structs = [struct("Cat", { kind: "cat", a: undefined }), struct("Dog", { kind: "dog" })];
  expect(formsOf([named("Cat"), named("Dog"), text], structs)).toEqual([
    { name: "Cat", json: "object", tests: [{ member: "kind", word: "cat" }], exact: false },
    { name: "Dog", json: "object", tests: [{ member: "kind", word: "dog" }], exact: false },
    { name: "text", json: "text", tests: [], exact: false },
  ]);
});

test("ignores a constant that all forms share", () => {
  const structs = [
    struct("Cat", { version: "1", kind: "cat" }),
    struct("Dog", { version: "1", kind: "dog" }),
  ];
  const [cat] = formsOf([named("Cat"), named("Dog")], structs);
  expect(cat?.tests).toEqual([{ member: "kind", word: "cat" }]);
});

test("closed forms have all their members and no others", () => {
  const structs = [
    struct("Base", { a: undefined }),
    struct("More", { a: undefined, b: undefined }),
  ];
  expect(formsOf([named("Base"), named("More")], structs, true)).toEqual([
    { name: "Base", json: "object", tests: [{ path: ["a"] }], exact: true },
    { name: "More", json: "object", tests: [{ path: ["b"] }, { path: ["a"] }], exact: true },
  ]);
});
