import type { Type, TypeDef } from "./model.ts";

/** The names that a type mentions, itself or inside lists, maps and nullables. */
export function namesIn(type: Type): string[] {
  switch (type.kind) {
    case "named":
      return [type.name];
    case "list":
      return namesIn(type.item);
    case "map":
      return namesIn(type.value);
    case "nullable":
      return namesIn(type.inner);
    default:
      return [];
  }
}

/** The types directly inside a type that has a name. */
export function innerTypes(def: TypeDef): Type[] {
  switch (def.kind) {
    case "struct":
      return def.members.map(({ type }) => type);
    case "union":
      return def.forms.map(({ type }) => type);
    case "alias":
      return [def.target];
    case "enum":
      return [];
  }
}
