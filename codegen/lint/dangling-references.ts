import { objectAt, textAt, visitObjects } from "../load/json.ts";
import type { Problem, Rule } from "./finding.ts";

/** Every reference points to a component, and has no siblings in its object. */
export const danglingReferences: Rule = {
  name: "dangling-references",
  check: ({ profiles }) =>
    profiles.flatMap(({ bundles, source: overlay }) =>
      bundles.flatMap(({ source, json }) => {
        const found: Problem[] = [];
        visitObjects(json, (object, pointer) => {
          const reference = textAt(object, "$ref");
          if (reference === undefined) return;
          const where = `${source.path}${overlay ? ` with ${overlay.path}` : ""} ${pointer}`;
          const [kind = "", name = "", ...rest] = reference.replace("#/components/", "").split("/");
          const exists = name in objectAt(json["components"], kind) && rest.length === 0;
          if (!exists) found.push({ where, text: `${reference} leads nowhere` });
          if (Object.keys(object).length > 1) {
            found.push({ where, text: "has members beside $ref: put the reference into allOf" });
          }
        });
        return found;
      }),
    ),
};
