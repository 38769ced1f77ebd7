import { printValue } from "../../emit/writer.ts";
import type { Type, TypeDef } from "../model.ts";
import { shapesOf } from "../shapes.ts";

/** Prints the shapes of the types that the given ones mention, directly or indirectly, by name. */
export function printShapes(types: readonly Type[], defs: ReadonlyMap<string, TypeDef>): string {
  const rows = shapesOf(types, defs).map(
    ([name, shape]) => `  ${printValue(name)}: ${printValue(shape)},\n`,
  );
  return `{\n${rows.join("")}}`;
}
