import { formatJson } from "../load/json.ts";
import type { Rule } from "./finding.ts";
import { componentPlaces } from "./places.ts";

/** One name means one schema or param in every document, so that generated types can be shared. */
export const identicalComponents: Rule = {
  name: "identical-components",
  check: (subject) => {
    const seen = new Map<string, string>();
    return ["schemas", "contentDescriptors", "tags"].flatMap((kind) =>
      componentPlaces(subject, kind).flatMap(({ where, part, bundle }) => {
        const text = formatJson(part);
        const other = seen.get(where);
        seen.set(where, text);
        if (other === undefined || other === text) return [];
        return [{ where: `${bundle.source.path} ${where}`, text: "differs between documents" }];
      }),
    );
  },
};
