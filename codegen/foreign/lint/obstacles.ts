import { isObject, type Json, type JsonObject, listAt, textAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import { UnusableDocument } from "../read.ts";
import { duplicateNames } from "./duplicate-names.ts";
import type { Found } from "./finding.ts";
import { invalidSchemas } from "./invalid-schemas.ts";
import { rules } from "./rules.ts";

/** Throws UnusableDocument with the reasons of lint if code of a self-contained document would not compile. */
export function refuseAmbiguousNames(document: JsonObject): void {
  const methods = listAt(document, "methods").filter(isObject);
  refuse([...namelessParts(methods), ...duplicateNames(methods)]);
}

/** The same for schemas that cannot be compiled to the validators of a server. */
export function refuseInvalidSchemas(document: JsonObject): void {
  refuse(invalidSchemas(document));
}

function namelessParts(methods: readonly JsonObject[]): Found[] {
  const nameless = (part: Json, way: Way): Found[] =>
    (textAt(part, "name") ?? "") === ""
      ? [{ rule: "meta-schema", way, text: "should have required property 'name'" }]
      : [];
  return methods.flatMap((method, index) => [
    ...nameless(method, ["methods", index]),
    ...listAt(method, "params").flatMap((param, at) =>
      nameless(param, ["methods", index, "params", at]),
    ),
  ]);
}

function refuse(found: readonly Found[]): void {
  if (found.length === 0) return;
  const lines = found.map(
    ({ rule, way, text }) => `#/${way.join("/")}: ${text} (${rule})\n  ${rules[rule].remedy}`,
  );
  throw new UnusableDocument(`the code would not compile:\n${lines.join("\n")}`);
}
