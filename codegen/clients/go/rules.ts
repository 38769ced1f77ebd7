import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { goFile } from "./source.ts";

/** Prints what the params of each method accept, as JSON. */
export function printRules({ generated, rules, sendsNumbers = false }: ClientModel): string {
  const text = `// integersAreText is whether 64-bit integers are sent as decimal text, which every JSON parser reads exactly.
const integersAreText = ${!sendsNumbers}

// paramRules is what the params of each method accept, as JSON.
const paramRules = ${quoted(JSON.stringify(rules))}`;
  return goFile(generated, [], text);
}
