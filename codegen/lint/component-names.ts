import type { Rule } from "./finding.ts";
import { declaredComponents } from "./places.ts";

/** Names of components can be names of types: they are in PascalCase, and those of content descriptors end in `Param`. */
export const componentNames: Rule = {
  name: "component-names",
  check: (subject) =>
    declaredComponents(subject).flatMap(({ path, kind, name }) => {
      const where = `${path} components/${kind}/${name}`;
      const isPascal = /^[A-Z][A-Za-z0-9]*$/.test(name);
      const isParam = kind !== "contentDescriptors" || name.endsWith("Param");
      return [
        ...(isPascal ? [] : [{ where, text: "is not in PascalCase" }]),
        ...(isParam ? [] : [{ where, text: "does not end in Param" }]),
      ];
    }),
};
