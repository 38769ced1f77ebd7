import type { Way } from "../places.ts";
import { type RuleName, rules, type Severity } from "./rules.ts";

/** A problem of a document. `where` is a file and a JSON pointer: `api.json#/methods/0/examples/1/result/value`. */
export type Finding = {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly where: string;
  readonly text: string;
  readonly remedy: string;
};

/** A problem at the way to a value of the document. */
export type Found = { readonly rule: RuleName; readonly way: Way; readonly text: string };

/** A finding with the severity and the remedy of its rule. */
export function finding(rule: RuleName, where: string, text: string): Finding {
  const { severity, remedy } = rules[rule];
  return { rule, severity, where, text, remedy };
}
