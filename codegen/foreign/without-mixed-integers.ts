import type { TypeDef } from "../clients/model.ts";
import { IntegerPlaces } from "../clients/typescript/model-integers.ts";
import type { ForeignModel } from "./client-model.ts";

/**
 * Gives unions whose forms have 64-bit integers at different places as raw JSON: the TypeScript client
 * finds integers by their place, whatever the form.
 */
export function withoutMixedIntegers({ model, widenings }: ForeignModel): ForeignModel {
  const types = new Map<string, TypeDef>(model.types);
  const found = [...widenings];
  for (let isDone = false; !isDone; ) {
    isDone = true;
    const places = new IntegerPlaces({ ...model, types });
    for (const def of types.values()) {
      const reason = def.kind === "union" ? places.conflict(def) : undefined;
      if (reason === undefined) continue;
      isDone = false;
      found.push({ where: def.name, reason });
      const { name, description } = def;
      types.set(name, { kind: "alias", name, description, target: { kind: "json" } });
    }
  }
  return found.length === widenings.length
    ? { model, widenings }
    : { model: { ...model, types }, widenings: found };
}
