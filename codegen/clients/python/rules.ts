import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { pythonFile } from "./source.ts";

/** Prints what the params of each method accept, as JSON. */
export function printRules({ generated, rules, sendsNumbers = false }: ClientModel): string {
  const text = `INTEGERS_ARE_TEXT: Final = ${sendsNumbers ? "False" : "True"}
"""Whether 64-bit integers are sent as decimal text, which every JSON parser reads exactly."""
RULES: Final = ${quoted(JSON.stringify(rules))}\n"""What the params of each method accept, as JSON."""`;
  return pythonFile(generated, "Rules for params.", "from typing import Final", text);
}
