import type { ClientError, ClientModel } from "../model.ts";
import { alignRows, goComment, goFile } from "./source.ts";

/** gen_errors.go: the names of the declared errors, and how nodes word them. */
export function printErrors({ errors }: ClientModel): string {
  const names = errors.map((error) => ({
    comment: goComment(
      [`Err${error.name}: ${error.forms[0]?.message ?? ""}`, error.description],
      "\t",
    ),
    cells: [`Err${error.name}`, "ErrorName", `= "${error.name}"`],
  }));
  const common = errors.filter((error) => error.common).map(({ name }) => `Err${name}`);
  return goFile(
    "couloir",
    [],
    `// The declared errors, by name. The error of a call is one of them where errors.Is says so.
const (
${alignRows(names)})

// Errors that any call can be answered with.
var commonErrors = []ErrorName{${common.join(", ")}}

// Code and message of each error, one for each way in which nodes word it.
var errorForms = byName([]errorForm{
${errors.map(printForms).join("")}})
`,
  );
}

function printForms({ name, forms }: ClientError): string {
  return forms
    .map(({ code, message }) => `	{Err${name}, ${code}, ${JSON.stringify(message)}},\n`)
    .join("");
}
