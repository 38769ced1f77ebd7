import { type Contract, type Document, discoverName } from "../../model.ts";
import type { Output } from "../writer.ts";
import { anchor, generatedNote, table } from "./markdown.ts";
import { code } from "./type-text.ts";

/** docs/reference/README.md: every method by API. */
export function emitMethodTable(contract: Contract): Output[] {
  const [spec] = contract.profiles;
  const rows = table(["API", "Paths", "Methods"], spec.documents.map(row));
  const text = `${generatedNote}

# Methods

The errors of all methods are on [one page](errors.md).

${rows}`;
  return [{ path: "docs/reference/README.md", text: `${text.trimEnd()}\n` }];
}

function row(document: Document): string[] {
  const page = `${document.api}.md`;
  const methods = document.methods
    .filter((method) => method.name !== discoverName)
    .map((method) => {
      const local = method.name.slice(method.name.indexOf(".") + 1);
      return `[${local}](${page}#${anchor(method.name)})`;
    });
  return [`[${document.title}](${page})`, document.paths.map(code).join(", "), methods.join(", ")];
}
