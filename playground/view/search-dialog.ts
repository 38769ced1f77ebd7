import { search } from "../search/rank.ts";
import type { Entry } from "../search/search-index.ts";
import { freshID, h, icon } from "./element.ts";

/** Finds anything on the page by a few letters. `prepare` makes the index complete, which takes a while. */
export function searchDialog(
  index: () => readonly Entry[],
  prepare: () => Promise<void>,
): {
  readonly node: HTMLDialogElement;
  readonly open: () => void;
  /** Opens it with a text to find. */
  readonly find: (text: string) => void;
} {
  const listID = freshID();
  const list = h("ul", { id: listID, role: "listbox", "aria-label": "Found" });
  const state = h("p", { class: "search-state", role: "status" });
  const input = h("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": listID,
    "aria-autocomplete": "list",
    "aria-label": "Search methods, guides, types and errors",
    placeholder: "Method, concept, type, param, error code …",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const dialog = h(
    "dialog",
    { class: "search", "aria-label": "Search" },
    h("div", { class: "search-box" }, icon("search"), input, h("kbd", {}, "esc")),
    list,
    state,
  );
  let chosen = 0;
  const choose = (at: number): void => {
    const options = [...list.children];
    if (options.length === 0) return;
    chosen = (at + options.length) % options.length;
    for (const [index, option] of options.entries()) {
      option.setAttribute("aria-selected", String(index === chosen));
    }
    input.setAttribute("aria-activedescendant", options[chosen]!.id);
    options[chosen]!.scrollIntoView({ block: "nearest" });
  };
  const refresh = (): void => {
    const found = search(index(), input.value);
    list.replaceChildren(...found.map((entry) => option(entry, () => dialog.close())));
    input.removeAttribute("aria-activedescendant");
    state.textContent = stateText(input.value, found.length);
    choose(0);
  };
  const prepared = (): void => {
    // Not below the hand of a person who is choosing.
    if (dialog.open && chosen === 0) refresh();
  };
  input.addEventListener("input", refresh);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter") {
      list.children[chosen]?.querySelector("a")?.click();
    } else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    refresh();
    void prepare().then(prepared);
  };
  const find = (text: string): void => {
    input.value = text;
    open();
  };
  return { node: dialog, open, find };
}

function option({ kind, id, name, summary }: Entry, close: () => void): HTMLElement {
  return h(
    "li",
    { role: "option", id: freshID() },
    h(
      "a",
      { href: `#${id}`, tabindex: -1, click: close },
      h("span", { class: "found-name" }, name),
      h("span", { class: "found-kind" }, kind),
      h("span", { class: "found-summary" }, summary),
    ),
  );
}

function stateText(query: string, count: number): string {
  if (query.trim() === "")
    return "A few letters do: “get val at”, “gva”, “time travel”, “nodeIDs”, “-32602”.";
  return count === 0 ? `No results for “${query}”.` : "";
}
