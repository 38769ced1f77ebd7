import { listAt, objectAt, textAt } from "../load/json.ts";
import { resolve } from "../model.ts";
import type { Rule } from "./finding.ts";
import { methodPlaces, paramsOf } from "./places.ts";

/** A link points to an existing method and its params. */
export const validLinks: Rule = {
  name: "valid-links",
  demand: "links lead to methods that exist and give params that these have",
  check: (subject) => {
    const places = methodPlaces(subject);
    return places.flatMap(({ where, part, bundle }) =>
      listAt(part, "links").flatMap((written) => {
        const link = resolve(written, bundle.json);
        const name = textAt(link, "method");
        if (name === undefined) return [];
        const target = places.find((place) => place.part["name"] === name);
        if (target === undefined) return [{ where, text: `links to ${name}, which is no method` }];
        const known = new Set(paramsOf(target).map((param) => param["name"]));
        return Object.keys(objectAt(link, "params"))
          .filter((param) => !known.has(param))
          .map((param) => ({ where, text: `links to ${name} with ${param}, which it lacks` }));
      }),
    );
  },
};
