import { wrap } from "../../emit/writer.ts";

const columnsMax = 100;

/** Prints paragraphs as `///` lines, and escapes what rustdoc would read as a link or a tag. */
export function rustDoc(paragraphs: readonly string[], indent = ""): string {
  return paragraphs
    .filter((paragraph) => paragraph !== "")
    .flatMap((paragraph, index) => [
      ...(index === 0 ? [] : [""]),
      ...wrap(escapeText(paragraph), columnsMax - indent.length - 4),
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
