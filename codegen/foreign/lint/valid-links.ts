import { nameOf, paramsIn } from "../../document-parts.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import type { Found } from "./finding.ts";

/** Links to methods that the document does not have, and with params that these do not have. */
export function brokenLinks(methods: readonly JsonObject[]): Found[] {
  const named = new Map(methods.map((method) => [nameOf(method), method]));
  return methods.flatMap((method, index) =>
    listAt(method, "links").flatMap((link, at): Found[] => {
      const name = isObject(link) ? textAt(link, "method") : undefined;
      if (name === undefined) return [];
      const way = ["methods", index, "links", at];
      const target = named.get(name);
      if (target === undefined) {
        return [
          { rule: "valid-links", way: [...way, "method"], text: `there is no method ${name}` },
        ];
      }
      const params = new Set(paramsIn(target).map(nameOf));
      return Object.keys(objectAt(link, "params"))
        .filter((param) => !params.has(param))
        .map((param) => ({
          rule: "valid-links",
          way: [...way, "params", param],
          text: `${name} has no param ${param}`,
        }));
    }),
  );
}
