import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, type Document, discoverName } from "../../model.ts";
import type { Output } from "../writer.ts";
import { anchor, table } from "./markdown.ts";
import { code } from "./type-text.ts";

const start = "<!-- methods:start -->";
const end = "<!-- methods:end -->";

/**
 * Emits README.md with the method table between its two markers replaced; nothing without a README.
 */
export function emitMethodTable(contract: Contract, root: string): Output[] {
  const file = join(root, "README.md");
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const [before, rest] = split(text, start);
  const [, after] = split(rest, end);
  const [spec] = contract.profiles;
  const rows = spec.documents.map(row);
  const made = `${before}${start}\n\n${table(["API", "Paths", "Methods"], rows)}\n${end}${after}`;
  return [{ path: "README.md", text: made }];
}

function split(text: string, marker: string): [string, string] {
  const at = text.indexOf(marker);
  if (at === -1) throw new Error(`README.md has no ${marker}, where its method table goes`);
  return [text.slice(0, at), text.slice(at + marker.length)];
}

function row(document: Document): string[] {
  const page = `docs/reference/${document.api}.md`;
  const methods = document.methods
    .filter((method) => method.name !== discoverName)
    .map((method) => {
      const local = method.name.slice(method.name.indexOf(".") + 1);
      return `[${local}](${page}#${anchor(method.name)})`;
    });
  return [`[${document.title}](${page})`, document.paths.map(code).join(", "), methods.join(", ")];
}
