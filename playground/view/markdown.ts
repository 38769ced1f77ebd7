import type { Contract } from "../contract/contract.ts";
import { h } from "./element.ts";
import { prose, type ResolveLink } from "./prose.ts";

/** What Markdown can refer to. */
export type MarkdownPlace = {
  readonly contract: Contract;
  /** The target of a link in the text; the text stays without it. */
  readonly resolve?: ResolveLink;
  /** The id of a heading. */
  readonly idOf?: (heading: string) => string;
};

/** Markdown of paragraphs, headings, lists, tables and code as elements. Other constructs stay as they are written. */
export function markdown(text: string, place: MarkdownPlace): HTMLElement[] {
  return blocksIn(text).map((lines) => block(lines, place));
}

/** Paragraphs, lists and tables of a description. */
export function paragraphs(text: string, contract: Contract): HTMLElement[] {
  return markdown(text, { contract });
}

type Lines = readonly [string, ...string[]];

const fence = /^```/;
const heading = /^(#{1,4}) (.+)$/;
const listItem = /^(?:[-*]|[0-9]+[.)]) /;
const tableRow = /^\|.*\|$/;

/** Lines that belong together: code is one block with its blank lines, a heading is one of its own. */
function blocksIn(text: string): Lines[] {
  const blocks: [string, ...string[]][] = [];
  let current: [string, ...string[]] | undefined;
  for (const line of text.split("\n")) {
    const isInCode = current !== undefined && fence.test(current[0]) && !isClosed(current);
    if (isInCode) current!.push(line);
    else if (line.trim() === "") current = undefined;
    else if (current === undefined || startsBlock(line, current)) {
      current = [line];
      blocks.push(current);
    } else current.push(line);
  }
  return blocks;
}

function isClosed(code: Lines): boolean {
  return code.length > 1 && fence.test(code.at(-1)!);
}

function startsBlock(line: string, [first]: Lines): boolean {
  if (fence.test(first) || fence.test(line) || heading.test(first) || heading.test(line)) {
    return true;
  }
  if (listItem.test(line)) return !listItem.test(first);
  return tableRow.test(line) !== tableRow.test(first) && !listItem.test(first);
}

function block(lines: Lines, place: MarkdownPlace): HTMLElement {
  const [first] = lines;
  const inline = (text: string) => prose(text, place.contract, place.resolve);
  if (fence.test(first)) return codeBlock(lines);
  const [, marks = "", words = ""] = heading.exec(first) ?? [];
  if (marks !== "") {
    const id = place.idOf?.(words);
    return h(`h${marks.length}` as "h2", { id, tabindex: id && -1 }, ...inline(words));
  }
  if (listItem.test(first)) {
    const items = itemsIn(lines).map((item) => h("li", {}, ...inline(item)));
    return h(/^[0-9]/.test(first) ? "ol" : "ul", { class: "prose-list" }, ...items);
  }
  if (tableRow.test(first) && lines.length > 1) return table(lines, inline);
  return h("p", {}, ...inline(lines.join(" ")));
}

function codeBlock(lines: Lines): HTMLElement {
  const inner = isClosed(lines) ? lines.slice(1, -1) : lines.slice(1);
  const label = "Example";
  return h(
    "pre",
    { class: "code", tabindex: 0, role: "region", "aria-label": label },
    h("code", {}, inner.join("\n")),
  );
}

function itemsIn(lines: Lines): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (listItem.test(line)) items.push(line.replace(listItem, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

function table(lines: Lines, inline: (text: string) => (Node | string)[]): HTMLElement {
  const [head, , ...rows] = lines.map(cellsIn);
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "group", "aria-label": "Table" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, ...head!.map((each) => h("th", { scope: "col" }, ...inline(each)))),
      ),
      h(
        "tbody",
        {},
        ...rows.map((row) => h("tr", {}, ...row.map((each) => h("td", {}, ...inline(each))))),
      ),
    ),
  );
}

function cellsIn(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((each) => each.trim().replaceAll("\\|", "|"));
}
