import type { ClientFile } from "../language.ts";
import { hasPaths } from "../lookup.ts";
import type { ClientModel, ClientProfile } from "../model.ts";
import { wordName } from "../names.ts";
import { clientName } from "./apis.ts";
import { javaFile, typesPackage } from "./definitions.ts";
import { javaName } from "./types.ts";

/** Prints Calls.java: every method by name, for the conformance program. */
export function printDispatch({ profiles, generated }: ClientModel): ClientFile {
  const text = `/** Every method by its name. */
@SuppressWarnings("deprecation")
final class Calls {
  private Calls() {}

${profiles.map(printProfileDispatch).join("\n")}}
`;
  return {
    path: "src/generated/test/couloir/client/Calls.java",
    text: javaFile(generated, "couloir.client", text, []).replace(
      "package couloir.client;\n",
      `package couloir.client;\n\nimport ${typesPackage}.*;\n`,
    ),
  };
}

function printProfileDispatch({ apis, prefix }: ClientProfile): string {
  const cases = apis.flatMap((api) =>
    api.methods.map(({ localName, params }) => {
      const path = hasPaths(api) ? "line.path()" : "";
      const given = params === undefined ? "" : `line.params(${wordName(params.name)}.class)`;
      return `      case "${api.name}.${localName}" ->
          client.${javaName(api.name)}(${path}).${javaName(localName)}(${given});
`;
    }),
  );
  const name = prefix === "" ? "spec" : prefix.toLowerCase();
  return `  static Call<?> ${name}(${clientName(prefix, true)} client, Conformance.Line line) {
    return switch (line.name()) {
${cases.join("")}      default -> throw new IllegalArgumentException("no method " + line.name());
    };
  }
`;
}
