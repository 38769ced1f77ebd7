import { jsonLines, type Token } from "../json/tokens.ts";
import { h } from "./element.ts";

// The number of lines shown at once; a response with a thousand validators has thirty times as
// many.
const linesMax = 600;

/**
 * JSON in color. A reference to a schema is a link to it, and a very long text is truncated at
 * first.
 */
export function jsonView(text: string, label: string): HTMLElement {
  const lines = jsonLines(text);
  const code = h("code", {}, ...lines.slice(0, linesMax).flatMap(lineNodes));
  const view = h("pre", { class: "code", tabindex: 0, "aria-label": label, role: "region" }, code);
  if (lines.length <= linesMax) return h("div", {}, view);
  const more = h(
    "button",
    {
      class: "quiet",
      type: "button",
      click: () => {
        code.append(...lines.slice(linesMax).flatMap(lineNodes));
        more.remove();
        view.focus();
      },
    },
    `Show all ${lines.length.toLocaleString("en")} lines`,
  );
  return h("div", {}, view, more);
}

function lineNodes(tokens: readonly Token[]): (Node | string)[] {
  const nodes = tokens.map(({ kind, text }) => {
    if (kind === "plain") return text;
    const target = /^"#\/components\/schemas\/(\w+)"$/.exec(text)?.[1];
    return target === undefined
      ? h("span", { class: isLong(text) ? `json-${kind} long` : `json-${kind}` }, text)
      : h("a", { href: `#${target}` }, text);
  });
  return [...nodes, "\n"];
}

/** Bytes and IDs have no spaces to break at, but start next to their name. */
function isLong(text: string): boolean {
  return text.length > 40 && !text.includes(" ");
}
