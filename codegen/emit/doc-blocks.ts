import { wrap } from "./wrapped-text.ts";

/** A block of a description, which is Markdown of paragraphs and lists. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] };

const item = /^(?:- |[0-9]+\. )/;

/** The blocks of several texts. Lines that are not items of a list are one paragraph. */
export function blocksOf(texts: readonly string[]): Block[] {
  return texts
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((chunk) => chunk.trim() !== "")
    .map((chunk): Block => {
      const lines = chunk.trim().split("\n");
      if (!lines.every((line) => item.test(line))) return { kind: "paragraph", text: chunk };
      return {
        kind: "list",
        isOrdered: !lines[0]!.startsWith("-"),
        items: lines.map((line) => line.replace(item, "")),
      };
    });
}

/** What precedes an item's first line; its other lines are indented by as much. */
export type Marker = (index: number | undefined) => string;

const markdownMarker: Marker = (index) => (index === undefined ? "- " : `${index + 1}. `);

/** The wrapped lines of a block. */
export function blockLines(
  block: Block,
  columns: number,
  marker: Marker = markdownMarker,
): string[] {
  if (block.kind === "paragraph") return wrap(block.text, columns);
  return block.items.flatMap((text, index) => {
    const first = marker(block.isOrdered ? index : undefined);
    return wrap(text, columns - first.length).map((line, at) =>
      at === 0 ? first + line : " ".repeat(first.length) + line,
    );
  });
}
