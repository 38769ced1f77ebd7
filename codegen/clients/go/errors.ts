import { quoted } from "../literals.ts";
import type { ClientError, ClientModel } from "../model.ts";
import { alignRows, goComment, goFile } from "./source.ts";

/** Prints gen_errors.go: the names of the declared errors, and their codes and messages. */
export function printErrors({ generated, errors }: ClientModel): string {
  const names = errors.map((error) => ({
    comment: goComment(
      [`Err${error.name} is the error "${error.forms[0]?.message ?? ""}".`, error.description],
      "\t",
    ),
    cells: [`Err${error.name}`, "ErrorName", `= "${error.name}"`],
  }));
  const common = errors.filter((error) => error.common).map(({ name }) => `Err${name}`);
  return goFile(
    generated,
    [],
    `// The declared errors, by name. Use errors.Is to compare the error of a call with them.
const (
${alignRows(names)})

// commonErrors can be returned by any call.
var commonErrors = []ErrorName{${common.join(", ")}}

// errorForms has the code and message of each error, once for each form that nodes send.
var errorForms = byName([]errorForm{
${errors.map(printForms).join("")}})
`,
  );
}

function printForms({ name, forms }: ClientError): string {
  return forms
    .map(({ code, message }) => `	{Err${name}, ${code}, ${quoted(message)}},\n`)
    .join("");
}
