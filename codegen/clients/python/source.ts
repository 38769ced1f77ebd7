import { blockLines, blocksOf } from "../../emit/doc-blocks.ts";
import type { GeneratedFrom } from "../model.ts";

const columnsMax = 96;

/** Prints a module. */
export function pythonFile(
  { from }: GeneratedFrom,
  summary: string,
  imports: string,
  body: string,
): string {
  return `# @generated ${from}. Do not edit.
"""${summary}"""

from __future__ import annotations

${imports.trim()}

${body.trim()}
`;
}

/** Prints a docstring of one or more paragraphs; nothing if there are none. */
export function docstring(paragraphs: readonly string[], indent = "    "): string {
  const escaped = paragraphs
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => paragraph.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"'));
  if (escaped.length === 0) return "";
  const lines = blocksOf(escaped).flatMap((block, index) => {
    const wrapped = blockLines(block, columnsMax - indent.length - (index === 0 ? 6 : 0));
    return index === 0 ? wrapped : ["", ...wrapped];
  });
  // A quote at the end would close the docstring.
  const [first = ""] = lines;
  const isOneLine = lines.length === 1 && indent.length + first.length + 6 <= columnsMax;
  if (isOneLine) return `${indent}"""${escapeLastQuote(first)}"""\n`;
  const rest = lines.slice(1).map((line) => (line === "" ? "\n" : `${indent}${line}\n`));
  return `${indent}"""${first}\n${rest.join("")}${indent}"""\n`;
}

/** Escapes a quote at the end that no backslash escapes yet. */
function escapeLastQuote(line: string): string {
  return line.replace(/(\\*)"$/, (whole, slashes: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\"` : whole,
  );
}
