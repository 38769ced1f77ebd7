import { quoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { errorClass } from "./names.ts";
import { docstring, pythonFile } from "./source.ts";

/** Prints errors.py: a class for each declared error, with its codes and messages. */
export function printErrors({ generated, errors }: ClientModel): string {
  const classes = errors.map(({ name, description, forms, placeholders }) => {
    const rows = forms.map(({ code, message }) => `(${code}, ${quoted(message)})`);
    const parts =
      placeholders.length === 0
        ? ""
        : `Arguments: ${placeholders.map((each) => `\`${each}\``).join(", ")}.`;
    return `class ${errorClass(name)}(RpcError):
${docstring([`The error "${forms[0]?.message ?? ""}".`, description, parts])}
    declared_name = "${name}"
    forms = (${rows.join(", ")},)
`;
  });
  const common = errors
    .filter((error) => error.common)
    .map(({ name }) => `    ${errorClass(name)},\n`);
  const names = errors.map(({ name }) => `    "${errorClass(name)}",\n`).join("");
  return pythonFile(
    generated,
    "The declared errors, one class for each.",
    "from .._errors import RpcError",
    `__all__ = [
    "COMMON",
${names}]


${classes.join("\n\n")}

COMMON: tuple[type[RpcError], ...] = (
${common.join("")})
"""Errors that any call can raise."""
`,
  );
}
