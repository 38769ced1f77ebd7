import { h } from "./element.ts";

/** The title of an entry, which links to it: its kind or owner, and its name. */
export function entryTitle(id: string, kind: string, name: string): HTMLElement {
  return h(
    "h3",
    { id: `${id}-title` },
    h(
      "a",
      { class: "anchor", href: `#${id}` },
      h("span", { class: "service" }, kind),
      h("wbr"),
      name,
    ),
  );
}
