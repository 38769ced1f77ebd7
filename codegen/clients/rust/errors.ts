import { clientHeader } from "../../emit/writer.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientError, ClientModel } from "../model.ts";
import { wordName } from "../names.ts";
import { rustDoc } from "./docs.ts";
import { rustName } from "./types.ts";

/** Prints errors.rs: every declared error with its arguments, codes and messages. */
export function printErrors({ generated, errors }: ClientModel): string {
  const rows = errors.map(printError);
  return `${clientHeader(generated)}use crate::forms::errors;\n\nerrors! {\n${rows.join("")}}\n`;
}

function printError({ name, description, common, forms, placeholders }: ClientError): string {
  const doc = rustDoc([`The error \`${forms[0]?.message ?? name}\`.`, description], "    ");
  const members = placeholders.map((each) => `${rustName(each)}: "${each}"`).join(", ");
  const rows = forms.map(({ code, message }) => {
    const words = message.split(/\{[a-zA-Z]\w*\}/).map(rustQuoted);
    const names = [...message.matchAll(/\{([a-zA-Z]\w*)\}/g)].map(([, each]) =>
      rustQuoted(each ?? ""),
    );
    return `        (${readable(code)}, [${words.join(", ")}], [${names.join(", ")}]),\n`;
  });
  const held = members === "" ? "" : ` { ${members} }`;
  return `${doc}    ${wordName(name)}${held} = "${name}", common: ${common}, [\n${rows.join("")}    ];\n`;
}

/** Clippy wants separators in numbers of six digits or more. */
function readable(code: number): string {
  return String(code).replace(/\d{6,}/, (digits) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, "_"));
}
