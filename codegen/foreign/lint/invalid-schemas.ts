import { isObject, type Json, type JsonObject, listAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import { Validators } from "../validators.ts";
import type { Found } from "./finding.ts";

/** Schemas of params and results that no value can be checked against, in a self-contained document. */
export function invalidSchemas(document: JsonObject): Found[] {
  const validators = new Validators(document);
  const check = (described: Json | undefined, way: Way): Found[] => {
    const text = validators.invalid(
      (isObject(described) ? described["schema"] : undefined) ?? true,
    );
    return text === undefined ? [] : [{ rule: "valid-schemas", way: [...way, "schema"], text }];
  };
  return listAt(document, "methods").flatMap((method, index) => [
    ...listAt(method, "params").flatMap((param, at) =>
      check(param, ["methods", index, "params", at]),
    ),
    ...(isObject(method) ? check(method["result"], ["methods", index, "result"]) : []),
  ]);
}
