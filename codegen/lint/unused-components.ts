import { objectAt } from "../load/json.ts";
import { componentFiles } from "../load/read.ts";
import type { Rule } from "./finding.ts";

/** Every component is part of some document in some profile. */
export const unusedComponents: Rule = {
  name: "unused-components",
  demand: "every component is referred to",
  check: ({ sources, profiles }) => {
    const used = new Set(
      profiles.flatMap(({ bundles }) =>
        bundles.flatMap(({ json }) =>
          Object.keys(objectAt(json, "components")).flatMap((kind) =>
            Object.keys(objectAt(json["components"], kind)).map((name) => `${kind}/${name}`),
          ),
        ),
      ),
    );
    const files = componentFiles(sources);
    return files.flatMap(({ path, json }) =>
      Object.keys(objectAt(json, "components")).flatMap((kind) =>
        Object.keys(objectAt(json["components"], kind))
          .filter((name) => !used.has(`${kind}/${name}`))
          .map((name) => ({ where: path, text: `nothing refers to ${kind}/${name}` })),
      ),
    );
  },
};
