import { jsonLines, type Token } from "../json/tokens.ts";
import { h } from "./element.ts";

// The number of lines shown at once; a response with a thousand validators has thirty times as
// many.
const linesMax = 600;

/** The link of a member with a text as its value, if any. */
export type LinkOf = (name: string, value: string) => string | undefined;

/**
 * JSON in color. Members that `linkOf` knows are links, and a very long text is truncated at first.
 */
export function jsonView(text: string, label: string, linkOf: LinkOf = linkToSchema): HTMLElement {
  const lines = jsonLines(text);
  const nodesOf = linkingNodes(linkOf);
  const code = h("code", {}, ...lines.slice(0, linesMax).flatMap(nodesOf));
  const view = h("pre", { class: "code", tabindex: 0, "aria-label": label, role: "region" }, code);
  if (lines.length <= linesMax) return h("div", {}, view);
  const more = h(
    "button",
    {
      class: "quiet",
      type: "button",
      click: () => {
        // One call for all of them would have too many arguments.
        for (const line of lines.slice(linesMax)) code.append(...nodesOf(line));
        more.remove();
        view.focus();
      },
    },
    `Show all ${lines.length.toLocaleString("en")} lines`,
  );
  return h("div", {}, view, more);
}

/** Prints lines in order: a value belongs to the last name before it. */
function linkingNodes(linkOf: LinkOf): (tokens: readonly Token[]) => (Node | string)[] {
  let name = "";
  return (tokens) => [
    ...tokens.map(({ kind, text }) => {
      if (kind === "plain") return text;
      if (kind === "name") name = text.slice(1, -1);
      const target = kind === "string" ? linkOf(name, text.slice(1, -1)) : undefined;
      return target === undefined
        ? h("span", { class: isLong(text) ? `json-${kind} long` : `json-${kind}` }, text)
        : h("a", { href: target, class: isLong(text) ? "long" : undefined }, text);
    }),
    "\n",
  ];
}

/** A reference of a document is a link to its schema. */
const linkToSchema: LinkOf = (_name, value) => {
  const target = /^#\/components\/schemas\/(\w+)$/.exec(value)?.[1];
  return target === undefined ? undefined : `#${target}`;
};

/** Bytes and IDs have no spaces to break at, but start next to their name. */
function isLong(text: string): boolean {
  return text.length > 40 && !text.includes(" ");
}
