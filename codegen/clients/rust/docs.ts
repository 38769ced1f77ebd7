import { wrap } from "../../emit/writer.ts";

const columnsMax = 100;

/** Lines of `///`, a paragraph each, with what rustdoc would take for a link or a tag escaped. */
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

/** Code in backquotes stays as it is; links in brackets that we write are `[` and a backquote. */
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
