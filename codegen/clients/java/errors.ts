import type { ClientFile } from "../language.ts";
import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { constantName } from "../names.ts";
import { javaFile } from "./definitions.ts";
import { javaDoc } from "./docs.ts";

/** Prints ErrorName.java: every declared error, with its codes and messages. */
export function printErrors({ errors, generated }: ClientModel): ClientFile {
  const constants = errors.map(({ name, common, description, forms, placeholders }) => {
    const printed = forms.map(({ code, message }) => `ErrorForm.of(${code}, ${quoted(message)})`);
    const given = placeholders.map((each) => `\`${each}\``).join(", ");
    const doc = javaDoc(
      [
        `The error \`${forms[0]?.message ?? name}\`.`,
        description,
        given === "" ? "" : `Arguments: ${given}.`,
      ],
      [],
      "  ",
    );
    return `${doc}  ${constantName(name)}("${name}", ${common}, ${printed.join(", ")})`;
  });
  const text = `/** The name of a declared error. */
public enum ErrorName {
${constants.join(",\n")};

  private final String text;
  private final boolean isCommon;

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes it.
  private final List<ErrorForm> forms;

  ErrorName(String text, boolean isCommon, ErrorForm... forms) {
    this.text = text;
    this.isCommon = isCommon;
    this.forms = List.of(forms);
  }

  /**
   * Returns the error's name in the OpenRPC documents.
   *
   * @return the name
   */
  public String text() {
    return text;
  }

  /** Returns whether any method can return this error. */
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
    text: javaFile(generated, "couloir.client", text, ["java.util.List"]),
  };
}
