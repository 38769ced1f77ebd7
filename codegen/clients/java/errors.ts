import { constantName } from "../cases.ts";
import type { ClientFile } from "../language.ts";
import type { ClientError } from "../model.ts";
import { javaFile } from "./definitions.ts";
import { javaDoc } from "./docs.ts";

/** ErrorName.java: every declared error, and the codes and messages that it is known by. */
export function printErrors(errors: readonly ClientError[]): ClientFile {
  const constants = errors.map(({ name, common, description, forms, placeholders }) => {
    const printed = forms.map(
      ({ code, message }) => `ErrorForm.of(${code}, ${JSON.stringify(message)})`,
    );
    const given = placeholders.map((each) => `\`${each}\``).join(", ");
    const doc = javaDoc(
      [`\`${forms[0]?.message ?? name}\``, description, given === "" ? "" : `Arguments: ${given}.`],
      [],
      "  ",
    );
    return `${doc}  ${constantName(name)}("${name}", ${common}, ${printed.join(", ")})`;
  });
  const text = `/** A declared error. */
public enum ErrorName {
${constants.join(",\n")};

  private final String text;
  private final boolean isCommon;
  private final List<ErrorForm> forms;

  ErrorName(String text, boolean isCommon, ErrorForm... forms) {
    this.text = text;
    this.isCommon = isCommon;
    this.forms = List.of(forms);
  }

  /**
   * The error's name in the documents.
   *
   * @return the name
   */
  public String text() {
    return text;
  }

  /** Whether any method can answer it. */
  boolean isCommon() {
    return isCommon;
  }

  List<ErrorForm> forms() {
    return forms;
  }
}
`;
  return {
    path: "src/generated/java/couloir/client/ErrorName.java",
    text: javaFile("couloir.client", text, ["java.util.List"]),
  };
}
