import { objectAt } from "../load/json.ts";
import { componentFiles } from "../load/read.ts";
import type { Rule } from "./finding.ts";

/** Names of components can be names of types. */
export const componentNames: Rule = {
  name: "component-names",
  demand: "components are named in PascalCase, and content descriptors end in `Param`",
  check: ({ sources }) =>
    componentFiles(sources).flatMap(({ path, json }) =>
      Object.keys(objectAt(json, "components")).flatMap((kind) =>
        Object.keys(objectAt(json["components"], kind)).flatMap((name) => {
          const where = `${path} components/${kind}/${name}`;
          const isPascal = /^[A-Z][A-Za-z0-9]*$/.test(name);
          const isParam = kind !== "contentDescriptors" || name.endsWith("Param");
          return [
            ...(isPascal ? [] : [{ where, text: "is not in PascalCase" }]),
            ...(isParam ? [] : [{ where, text: "does not end in Param" }]),
          ];
        }),
      ),
    ),
};
