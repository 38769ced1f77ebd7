import { methodsIn, nameOf } from "../../document-parts.ts";
import { type Json, type JsonObject, listAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import { UnusableDocument } from "../read.ts";
import { Validators } from "../validators.ts";
import { duplicateNames } from "./duplicate-names.ts";
import type { Found } from "./finding.ts";
import { rules } from "./rules.ts";
import { schemasOfMethods } from "./written-schemas.ts";

/** Throws UnusableDocument with the reasons of lint if code of a self-contained document would not compile. */
export function refuseAmbiguousNames(document: JsonObject): void {
  const methods = methodsIn(document);
  refuse("the code would not compile", [...namelessParts(methods), ...duplicateNames(methods)]);
}

/**
 * Returns what `work` does with the schemas of a self-contained document. If it throws because they are not valid, throws
 * UnusableDocument with the reasons of lint. Compiling all schemas first would double what a command takes.
 */
export function withValidSchemas<Result>(document: JsonObject, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    refuse("values cannot be checked", invalidSchemas(document));
    throw error;
  }
}

function namelessParts(methods: readonly JsonObject[]): Found[] {
  const nameless = (part: Json, way: Way): Found[] =>
    nameOf(part) === ""
      ? [{ rule: "meta-schema", way, text: "should have required property 'name'" }]
      : [];
  return methods.flatMap((method, index) => [
    ...nameless(method, ["methods", index]),
    ...listAt(method, "params").flatMap((param, at) =>
      nameless(param, ["methods", index, "params", at]),
    ),
  ]);
}

/** Schemas of params and results that no value can be checked against. */
function invalidSchemas(document: JsonObject): Found[] {
  const validators = new Validators(document);
  return schemasOfMethods(document).flatMap(({ value, way }): Found[] => {
    const text = validators.invalid(value);
    return text === undefined ? [] : [{ rule: "valid-schemas", way, text }];
  });
}

function refuse(problem: string, found: readonly Found[]): void {
  if (found.length === 0) return;
  const lines = found.map(
    ({ rule, way, text }) => `#/${way.join("/")}: ${text} (${rule})\n  ${rules[rule].remedy}`,
  );
  throw new UnusableDocument(`${problem}:\n${lines.join("\n")}`);
}
