import { objectAt } from "../load/json.ts";
import type { Rule } from "./finding.ts";
import { declaredComponents } from "./places.ts";

/** Every component is part of some document in some profile. */
export const unusedComponents: Rule = {
  name: "unused-components",
  check: (subject) => {
    const used = new Set(
      subject.profiles.flatMap(({ bundles }) =>
        bundles.flatMap(({ json }) =>
          Object.keys(objectAt(json, "components")).flatMap((kind) =>
            Object.keys(objectAt(json["components"], kind)).map((name) => `${kind}/${name}`),
          ),
        ),
      ),
    );
    return declaredComponents(subject)
      .filter(({ kind, name }) => !used.has(`${kind}/${name}`))
      .map(({ path, kind, name }) => ({ where: path, text: `nothing refers to ${kind}/${name}` }));
  },
};
