import type { Type, TypeDef } from "../model.ts";
import type { Widening } from "./type-builder.ts";

/**
 * Replaces aliases of lists, maps, nullables and named types by what they stand for: not every
 * language has a name for those that reads JSON. An alias that contains itself has no end; the place
 * where it would start again becomes raw JSON. Returns what replaces them in any other type.
 */
export function inlineAliases(
  defs: Map<string, TypeDef>,
  widenings: Widening[],
): (type: Type) => Type {
  const recursive = new Set<string>();

  const inline = (type: Type, open: readonly string[]): Type => {
    switch (type.kind) {
      case "list":
        return { kind: "list", item: inline(type.item, open) };
      case "map":
        return { kind: "map", value: inline(type.value, open) };
      case "nullable":
        return nullableOf(inline(type.inner, open));
      case "named": {
        const def = defs.get(type.name);
        if (def?.kind !== "alias" || isPlain(def.target)) return type;
        if (!open.includes(type.name)) return inline(def.target, [...open, type.name]);
        if (!recursive.has(type.name)) {
          widenings.push({ where: type.name, reason: "it contains itself and is not an object" });
        }
        recursive.add(type.name);
        return { kind: "json" };
      }
      default:
        return type;
    }
  };

  const inlined = (type: Type) => inline(type, []);
  const changed = [...defs].map(([name, def]) => [name, mapTypes(def, inlined)] as const);
  for (const [name, def] of changed) defs.set(name, def);
  return inlined;
}

function isPlain({ kind }: Type): boolean {
  return kind !== "list" && kind !== "map" && kind !== "nullable" && kind !== "named";
}

/** Null or a value; raw JSON and null have that already. */
function nullableOf(inner: Type): Type {
  const hasNull = inner.kind === "json" || inner.kind === "null" || inner.kind === "nullable";
  return hasNull ? inner : { kind: "nullable", inner };
}

function mapTypes(def: TypeDef, change: (type: Type) => Type): TypeDef {
  switch (def.kind) {
    case "struct": {
      const members = def.members.map((member) => ({ ...member, type: change(member.type) }));
      return { ...def, members };
    }
    case "alias":
      return { ...def, target: change(def.target) };
    case "union":
      return { ...def, forms: def.forms.map((form) => ({ ...form, type: change(form.type) })) };
    case "enum":
      return def;
  }
}
