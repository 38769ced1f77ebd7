import type { Alias, Struct, Type, TypeDef } from "../clients/model.ts";
import type { ForeignModel } from "./client-model.ts";
import { UnusableDocument } from "./read.ts";

/**
 * Gives objects that a language cannot express as raw JSON, and so unions that contain them; `problemOf` says why it
 * cannot. Throws UnusableDocument for such params: without them the method cannot be called.
 */
export function withoutStructs(
  { model, widenings }: ForeignModel,
  problemOf: (def: Struct) => string | undefined,
): ForeignModel {
  const types = new Map(model.types);
  const raw = new Set<string>();
  const found = [...widenings];
  const widen = (def: TypeDef, reason: string): void => {
    raw.add(def.name);
    found.push({ where: def.name, reason });
    const { name, description } = def;
    types.set(name, { kind: "alias", name, description, target: { kind: "json" } } satisfies Alias);
  };
  for (const def of model.types.values()) {
    const problem = def.kind === "struct" ? problemOf(def) : undefined;
    if (def.kind !== "struct" || problem === undefined) continue;
    if (def.isParams) throw new UnusableDocument(`${def.name}: ${problem}`);
    widen(def, problem);
  }
  const isRaw = (type: Type) => type.kind === "named" && raw.has(type.name);
  for (const def of model.types.values()) {
    if (def.kind === "union" && def.forms.some(({ type }) => isRaw(type))) {
      widen(def, "one of its forms is raw JSON in the language");
    }
  }
  return raw.size === 0 ? { model, widenings } : { model: { ...model, types }, widenings: found };
}
