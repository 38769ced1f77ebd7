import { nameOf, paramsIn } from "../../document-parts.ts";
import type { JsonObject } from "../../load/json.ts";
import type { Way } from "../places.ts";
import type { Found } from "./finding.ts";

/** Methods, and params of a method, that have the name of another one. */
export function duplicateNames(methods: readonly JsonObject[]): Found[] {
  return [
    ...duplicates(methods, ["methods"], "method"),
    ...methods.flatMap((method, index) => {
      const params = paramsIn(method);
      return duplicates(params, ["methods", index, "params"], "param");
    }),
  ];
}

function duplicates(named: readonly JsonObject[], way: Way, kind: string): Found[] {
  const names = named.map(nameOf);
  return names.flatMap((name, index) =>
    name === "" || names.indexOf(name) === index
      ? []
      : [
          {
            rule: "unique-names" as const,
            way: [...way, index],
            text: `another ${kind} is called ${name}`,
          },
        ],
  );
}
