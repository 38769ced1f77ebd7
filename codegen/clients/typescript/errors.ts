import { clientHeader, docComment, printKey, printValue } from "../../emit/writer.ts";
import type { ClientModel } from "../model.ts";

/** Prints every declared error, with its codes and messages. */
export function printErrors({ errors, generated }: ClientModel): string {
  const members = errors.map(({ name, forms, placeholders }) => {
    const words = placeholders.map((each) => `readonly ${printKey(each)}: string`).join("; ");
    const comment = docComment([`The error "${forms[0]?.message ?? ""}".`], "  ");
    return `${comment}  readonly ${name}: ${words === "" ? "Record<string, never>" : `{ ${words} }`};\n`;
  });
  const rows = errors.map(({ name, forms }) => `  ${name}: ${printValue(forms)},\n`);
  return `${clientHeader(generated)}
/** Every declared error, with the values of the placeholders in its message. */
export interface ErrorArguments {
${members.join("")}}

/** The name of a declared error. */
export type ErrorName = keyof ErrorArguments;

/** A code and message of an error. An error has one for each form that servers send. */
export type ErrorForm = { readonly code: number; readonly message: string };

export const errorForms: Readonly<Record<ErrorName, readonly ErrorForm[]>> = {
${rows.join("")}};
`;
}
