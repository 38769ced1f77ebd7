import type { Json } from "../../../codegen/load/json.ts";
import { comparable } from "../calls.ts";

/** Throws an error that names the first difference of what clients do not have to distinguish. */
export function expectSame(name: string, got: unknown, wanted: unknown): void {
  const [own, other] = [got, wanted].map(comparableText);
  if (own !== other) throw new Error(`${name}: expected ${other}, got ${own}`);
}

export function comparableText(value: unknown): string {
  return JSON.stringify(comparable((value ?? null) as Json)) ?? "";
}
