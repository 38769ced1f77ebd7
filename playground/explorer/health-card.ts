import { formatJson, isObject, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { jsonView } from "../view/json-view.ts";
import { warningOf } from "./check-warning.ts";

/** The node's health checks, each with its result. */
export function healthCard(): {
  readonly node: HTMLElement;
  readonly fill: (read: () => Promise<JsonObject>) => Promise<void>;
} {
  const verdict = h("span", { class: "chip" }, "…");
  const list = h("ul", { class: "checks" });
  return {
    node: h("div", { class: "card health" }, h("h2", {}, "Health ", verdict), list),
    fill: async (read) => {
      try {
        const { healthy, checks } = await read();
        verdict.textContent = healthy === true ? "healthy" : "unhealthy";
        verdict.className = healthy === true ? "chip good" : "chip bad";
        // A check that is being read or has the focus is not replaced by itself.
        if (list.contains(document.activeElement)) return;
        const entries = Object.entries(isObject(checks) ? checks : {});
        const open = new Set(
          [...list.querySelectorAll("details[open]")].map(
            (each) => (each as HTMLElement).dataset["name"],
          ),
        );
        list.replaceChildren(
          ...entries.map(([name, check]) => checkItem(name, check as JsonObject, open.has(name))),
        );
      } catch (error) {
        verdict.textContent = "unknown";
        verdict.className = "chip";
        list.replaceChildren(h("li", { class: "empty" }, (error as Error).message));
      }
    },
  };
}

function checkItem(name: string, check: JsonObject, open: boolean): HTMLElement {
  const { error, message } = check;
  const passed = error === undefined;
  return h(
    "li",
    {},
    h(
      "details",
      { open, "data-name": name },
      h(
        "summary",
        {},
        h("span", { class: passed ? "dot good" : "dot bad" }),
        h("span", { class: "check-name" }, name),
        h(
          "span",
          { class: "check-word" },
          passed ? (warningOf(message) ?? "passes") : String(error),
        ),
      ),
      jsonView(formatJson(message ?? null), `What ${name} found`),
    ),
  );
}
