import { header } from "../../emit/writer.ts";
import { wordName } from "../cases.ts";
import type { ClientError } from "../model.ts";
import { rustDoc } from "./docs.ts";
import { rustName } from "./types.ts";

/** errors.rs: every declared error with its arguments, and how to know it by code and message. */
export function printErrors(errors: readonly ClientError[]): string {
  return `${header("openrpc/common.json")}use crate::error::{ErrorForm, ErrorInfo};

/// An error that the documents declare, with what its message says in particular.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclaredError {
${errors.map(printVariant).join("")}}

impl DeclaredError {
    /// The error's name in the documents.
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
  const doc = rustDoc([`\`${forms[0]?.message ?? name}\``, description], "    ");
  const members = placeholders.map(
    (placeholder) =>
      `        /// What \`${placeholder}\` stands for.\n        ${rustName(placeholder)}: String,\n`,
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

/** A string literal; messages are plain text, which Rust writes as JSON does. */
function text(value: string): string {
  return JSON.stringify(value);
}
