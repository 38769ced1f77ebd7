import { clientHeader } from "../../emit/writer.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientError, ClientModel } from "../model.ts";
import { wordName } from "../names.ts";
import { rustDoc } from "./docs.ts";
import { rustName } from "./types.ts";

/** Prints errors.rs: every declared error with its arguments, codes and messages. */
export function printErrors({ generated, errors }: ClientModel): string {
  return `${clientHeader(generated)}use crate::error::{ErrorForm, ErrorInfo};

/// An error that the OpenRPC documents declare, with the values of the placeholders in its message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclaredError {
${errors.map(printVariant).join("")}}

impl DeclaredError {
    /// Returns the error's name in the OpenRPC documents.
    pub fn name(&self) -> &'static str {
        match self {
${errors.map(printName).join("")}        }
    }
}

pub(crate) static ERRORS: [ErrorInfo; ${errors.length}] = [
${errors.map(printInfo).join("")}];
`;
}

function printVariant({ name, description, forms, placeholders }: ClientError): string {
  const doc = rustDoc([`The error \`${forms[0]?.message ?? name}\`.`, description], "    ");
  const members = placeholders.map(
    (placeholder) =>
      `        /// The value of \`${placeholder}\` in the message.\n        ${rustName(placeholder)}: String,\n`,
  );
  const held = members.length === 0 ? "" : ` {\n${members.join("")}    }`;
  return `${doc}    ${wordName(name)}${held},\n`;
}

function printName({ name, placeholders }: ClientError): string {
  const rest = placeholders.length === 0 ? "" : " { .. }";
  return `            Self::${wordName(name)}${rest} => "${name}",\n`;
}

function printInfo({ name, common, forms, placeholders }: ClientError): string {
  const printed = forms.map(({ code, message }) => {
    const words = message.split(/\{[a-zA-Z]\w*\}/).map(text);
    const names = [...message.matchAll(/\{([a-zA-Z]\w*)\}/g)].map(([, each]) => text(each ?? ""));
    return `ErrorForm { code: ${code}, words: &[${words.join(", ")}], arguments: &[${names.join(", ")}] }`;
  });
  const members = placeholders.map((each) => `${rustName(each)}: argument("${each}")`);
  const made =
    members.length === 0
      ? `|_| DeclaredError::${wordName(name)}`
      : `|argument| DeclaredError::${wordName(name)} { ${members.join(", ")} }`;
  return `    ErrorInfo {
        name: "${name}",
        common: ${common},
        forms: &[
${printed.map((form) => `            ${form},\n`).join("")}        ],
        make: ${made},
    },
`;
}

/** A string literal. */
function text(value: string): string {
  return rustQuoted(value);
}
