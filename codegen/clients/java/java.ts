import type { ClientFile, ClientLanguage } from "../language.ts";
import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { printProfile } from "./apis.ts";
import { javaFile, printDefinitions, typePath, typesPackage } from "./definitions.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";
import { printReaders } from "./unions.ts";

/** clients/java: a class for each type and API, and the dispatch table of the conformance program. */
export const java: ClientLanguage = {
  name: "java",
  isGenerated: (path) => path.startsWith("src/generated/"),
  emit: (model, _contract, events) => {
    const unions = [...model.types.values()].filter((def) => def.kind === "union");
    const readers = printReaders(unions, model.types);
    return [
      ...printDefinitions(model),
      {
        path: typePath("Readers"),
        text: javaFile(typesPackage, readers, [
          "java.math.BigInteger",
          "java.util.List",
          "java.util.Map",
          "java.util.Set",
        ]),
      },
      ...model.profiles.flatMap((profile, index) =>
        printProfile(profile, index === 0, model.types, events),
      ),
      printErrors(model.errors),
      printRules(model),
      printDispatch(model),
    ];
  },
};

/** Prints what the params of each method accept, as JSON. */
export function printRules({ rules }: ClientModel): ClientFile {
  const text = `/** What the params of each method accept. */
final class ParamRules {
  /** JSON. */
  static final String TEXT =
      ${quoted(JSON.stringify(rules))};

  private ParamRules() {}
}
`;
  return {
    path: "src/generated/java/couloir/client/ParamRules.java",
    text: javaFile("couloir.client", text, []),
  };
}
