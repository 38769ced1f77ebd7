import { isObject, type JsonObject, listAt, textAt } from "../../load/json.ts";
import type { Found } from "./finding.ts";

/** Links to methods that the document does not have. */
export function brokenLinks(methods: readonly JsonObject[]): Found[] {
  const names = new Set(methods.map((method) => textAt(method, "name")));
  return methods.flatMap((method, index) =>
    listAt(method, "links").flatMap((link, at): Found[] => {
      const target = isObject(link) ? textAt(link, "method") : undefined;
      if (target === undefined || names.has(target)) return [];
      const way = ["methods", index, "links", at, "method"];
      return [{ rule: "valid-links", way, text: `there is no method ${target}` }];
    }),
  );
}
