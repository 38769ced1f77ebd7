import { blockLines, blocksOf } from "../../emit/doc-blocks.ts";

const columnsMax = 100;

/** Prints paragraphs as `///` lines, and escapes what rustdoc would read as a link or a tag. */
export function rustDoc(paragraphs: readonly string[], indent = ""): string {
  return blocksOf(paragraphs.map(escapeText))
    .flatMap((block, index) => [
      ...(index === 0 ? [] : [""]),
      ...blockLines(block, columnsMax - indent.length - 4),
    ])
    .map((line) => `${indent}///${line === "" ? "" : ` ${line}`}\n`)
    .join("");
}

/** Leaves code in backquotes and links of the form [`name`] unchanged. */
function escapeText(text: string): string {
  return text
    .split(/(\[?`[^`]*`\]?)/)
    .map((part, index) => (index % 2 === 1 ? part : escapePlain(part)))
    .join("");
}

function escapePlain(text: string): string {
  return text
    .replaceAll(/[[\]<>]/g, "\\$&")
    .replaceAll(/https?:[^\s)]+/g, (address) => `<${address}>`);
}
