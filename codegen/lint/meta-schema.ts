import { createRequire } from "node:module";
import { withDoubles } from "../load/json.ts";
import type { Rule } from "./finding.ts";

/** The part of the package that is used. Its own types are sources, which our compiler flags refuse. */
type SchemaUtils = {
  readonly validateOpenRPCDocument: (document: unknown) => true | { readonly message: string };
};

/** The document conforms to the OpenRPC meta-schema. */
export const metaSchema: Rule = {
  name: "meta-schema",
  demand: "each document satisfies the OpenRPC meta-schema",
  check: ({ profiles }) => {
    const require = createRequire(import.meta.url);
    const { validateOpenRPCDocument } = require("@open-rpc/schema-utils-js") as SchemaUtils;
    return profiles.flatMap(({ bundles }) =>
      bundles.flatMap(({ source, json }) => {
        const verdict = validateOpenRPCDocument(withDoubles(json));
        if (verdict === true) return [];
        const text = verdict.message.slice(0, 600).replaceAll(/\s+/g, " ");
        return [{ where: source.path, text }];
      }),
    );
  },
};
