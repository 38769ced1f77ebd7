import { definition, labelOf, type Types, target } from "../lookup.ts";
import type { ClientModel, Member, Struct, Type } from "../model.ts";
import { goName } from "../names.ts";

/** The optional params that are texts without a pointer, and can be sent although they are empty. */
export function emptyTexts(
  { isParams, members }: Struct,
  { types, sendsEmptyTexts = false }: ClientModel,
): Member[] {
  if (!isParams || !sendsEmptyTexts) return [];
  return members.filter(({ required, type }) => !required && canBeEmpty(type, types));
}

function canBeEmpty(type: Type, types: Types): boolean {
  const def = definition(type, types);
  if (def?.kind === "enum") return def.values.includes("");
  return target(type, types).kind === "text";
}

/** The field of a struct that names the params to send although they are empty, which no param is called like. */
export function sendEmptyField({ members }: Struct): string {
  const taken = new Set(members.map((member) => goName(labelOf(member))));
  let name = "SendEmpty";
  while (taken.has(name)) name += "Texts";
  return name;
}
