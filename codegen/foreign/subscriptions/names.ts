import type { Json } from "../../load/json.ts";

/** A name of the texts and numbers that choose a kind of subscription. */
export function nameParts(values: readonly Json[]): string {
  return values.filter((value) => typeof value === "string" || typeof value === "number").join("_");
}
