import { h } from "../view/element.ts";

/** A number with a label above and a note below. */
export function figure(title: string): {
  readonly node: HTMLElement;
  readonly fill: (read: () => Promise<readonly [string, string]>) => Promise<void>;
} {
  const value = h("p", { class: "figure-value" }, "…");
  const note = h("p", { class: "figure-note" });
  return {
    node: h("div", { class: "card figure-card" }, h("h2", {}, title), value, note),
    fill: async (read) => {
      try {
        [value.textContent, note.textContent] = await read();
      } catch (error) {
        value.textContent = "–";
        note.textContent = (error as Error).message;
      }
    },
  };
}
