import { copyButton } from "../view/copy-button.ts";
import { h } from "../view/element.ts";
import { agoText, timeText } from "./amount.ts";
import { linkTo } from "./places.ts";

/** Content of an element. */
export type Content = Node | string;

/** Names with their values, one below the other. */
export function facts(rows: readonly (readonly [string, ...Content[]] | undefined)[]): HTMLElement {
  const items = rows
    .filter((row) => row !== undefined)
    .flatMap(([name, ...value]) => [h("dt", {}, name), h("dd", {}, ...value)]);
  return h("dl", { class: "card fact-list" }, ...items);
}

/** A complete ID with a button that copies it; a link if it leads somewhere else. */
export function idText(id: string, href?: string): HTMLElement {
  const text = h("code", {}, id);
  return h(
    "span",
    { class: "id" },
    href === undefined ? text : h("a", { href }, text),
    copyButton("Copy", () => id),
  );
}

/** A time in UTC, and how long ago it is by the node's clock. */
export function timeNodes(unixSeconds: number | undefined, now: number): Content[] {
  if (unixSeconds === undefined) return ["not recorded: blocks before Banff have no time"];
  const ago = agoText(now - unixSeconds);
  return [`${timeText(unixSeconds)} UTC `, h("span", { class: "soft" }, `(${ago})`)];
}

/** A table that scrolls sideways where it does not fit. */
export function dataTable(
  label: string,
  heads: readonly string[],
  rows: readonly HTMLElement[],
): HTMLElement {
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "group", "aria-label": label },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...rows),
    ),
  );
}

/** A table with more rows in place of itself, and a button for those that are still left. The focus stays. */
export function growTable(place: HTMLElement, table: HTMLElement, ...below: readonly Content[]) {
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(table, ...below);
  if (!hadFocus) return;
  const next = place.querySelector<HTMLElement>(":scope > button") ?? table;
  next.focus({ preventScroll: true });
}

export function card(title: string, ...content: readonly Content[]): HTMLElement {
  return h("section", { class: "card" }, h("h2", {}, title), ...content);
}

/** An ID that leads to its validator, truncated where there is little room. */
export function validatorLink(nodeID: string): HTMLElement {
  return h(
    "a",
    { href: linkTo.validator(nodeID), title: nodeID },
    h("code", { class: "cut" }, nodeID),
  );
}
