import { contentOf, isNameable, ownDefinition, type Types, target } from "../lookup.ts";
import type { Type, TypeDef, Union } from "../model.ts";
import type { Widening } from "./type-builder.ts";
import { distinguishForms } from "./union-forms.ts";

/**
 * Finds the tests that distinguish the forms of each union. A union whose forms cannot be
 * distinguished, or hold what a client's union cannot, becomes raw JSON.
 */
export function settleUnions(defs: Map<string, TypeDef>, widenings: Widening[]): void {
  for (const def of [...defs.values()]) {
    if (def.kind === "union") defs.set(def.name, withPlainTexts(def, defs));
  }
  const unions = [...defs.values()].filter((def): def is Union => def.kind === "union");
  settleAll(unions, defs, widenings, (union) => {
    checkForms(union, defs);
    const found = distinguishForms(union, defs);
    if (found.forms.some(({ json }) => json === "null")) throw new Error("a form is null");
    return found;
  });
}

/** Starts again with those that are left when some have become raw JSON, which others can contain. */
function settleAll(
  unions: readonly Union[],
  defs: Map<string, TypeDef>,
  widenings: Widening[],
  settle: (union: Union) => Union,
): void {
  const settled: Union[] = [];
  const left = unions.filter((union) => {
    try {
      settled.push(settle(union));
      return true;
    } catch (error) {
      const reason = `its forms cannot be distinguished: ${(error as Error).message}`;
      widenings.push({ where: union.name, reason });
      return false;
    }
  });
  if (left.length === unions.length) {
    for (const union of settled) defs.set(union.name, union);
    return;
  }
  for (const { name, description } of unions.filter((union) => !left.includes(union))) {
    defs.set(name, { kind: "alias", name, description, target: { kind: "json" } });
  }
  settleAll(left, defs, widenings, settle);
}

/**
 * An enum is text in some languages if its values cannot be identifiers. A union has only one form for text
 * that is not an enum, so such enums become that form.
 */
function withPlainTexts(union: Union, defs: Types): TypeDef {
  const isPlain = (type: Type) => {
    const def = ownDefinition(type, defs);
    return type.kind === "text" || (def?.kind === "enum" && !isNameable(def));
  };
  const plain = union.forms.filter(({ type }) => isPlain(type));
  const [text] = [...plain.filter(({ type }) => type.kind === "text"), ...plain];
  if (text === undefined || plain.length < 2) return union;
  const others = union.forms.filter((form) => !plain.includes(form));
  const { name, description } = union;
  if (others.length === 0) return { kind: "alias", name, description, target: { kind: "text" } };
  return { ...union, forms: [{ ...text, name: "Text", type: { kind: "text" } }, ...others] };
}

/** Forms must be named types, texts, numbers, truth values, or lists and maps of those: what each client has a form for. */
function checkForms({ forms }: Union, defs: Types): void {
  for (const { type } of forms) {
    if (type.kind === "nullable") throw new Error(`a form is a ${type.kind}`);
    const end = target(type, defs);
    const inner = contentOf(end);
    if (inner !== undefined && !innerKinds.has(inner.kind)) {
      throw new Error(`a form is a ${end.kind} of the kind ${inner.kind}`);
    }
    if (type.kind !== "named") continue;
    if (!namedKinds.has(end.kind)) throw new Error(`the form ${type.name} is not an object`);
  }
}

/** What a form with a name can stand for. */
const namedKinds: ReadonlySet<Type["kind"]> = new Set(["named", "list", "text", "integer"]);

/** What lists and maps can have that are forms of a union. */
const innerKinds: ReadonlySet<Type["kind"]> = new Set([
  "named",
  "json",
  "text",
  "boolean",
  "integer",
  "float",
]);
