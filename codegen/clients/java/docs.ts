import { type Block, blocksOf } from "../../emit/doc-blocks.ts";
import { wrap } from "../../emit/wrapped-text.ts";

const columnsMax = 100;

/** Prints a Javadoc comment of paragraphs and tags. */
export function javaDoc(
  paragraphs: readonly string[],
  tags: readonly string[] = [],
  indent = "",
): string {
  const columns = columnsMax - indent.length - 3;
  const lines = blocksOf(paragraphs).flatMap((block, index) => [
    ...(index === 0 ? [] : [""]),
    ...htmlOf(block, index === 0).flatMap((line) => wrap(line, columns)),
  ]);
  const tagLines = tags.flatMap((tag) =>
    wrap(tag, columns - 4).map((line, index) => (index === 0 ? line : `    ${line}`)),
  );
  const gap = lines.length > 0 && tagLines.length > 0 ? [""] : [];
  const all = [...lines, ...gap, ...tagLines];
  const body = all.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

/** Javadoc's first paragraph has no tag. */
function htmlOf(block: Block, isFirst: boolean): string[] {
  if (block.kind === "paragraph") return [`${isFirst ? "" : "<p>"}${escapeText(block.text)}`];
  const tag = block.isOrdered ? "ol" : "ul";
  return [`<${tag}>`, ...block.items.map((item) => `<li>${escapeText(item)}</li>`), `</${tag}>`];
}

/** Text as HTML, with backquoted parts as code. */
export function escapeText(text: string): string {
  return text
    .split(/`([^`]*)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join("");
}

function escapeHtml(text: string): string {
  return (
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll("@", "&#64;")
      .replaceAll("*/", "*&#47;")
      // The compiler reads \\u002a as an asterisk before it knows what a comment is.
      .replaceAll("\\", "&#92;")
      .replaceAll("{", "&#123;")
      .replaceAll("}", "&#125;")
  );
}
