import { h, replaceIn } from "../view/element.ts";
import { InvalidRequest } from "./node-reader.ts";
import type { Content } from "./parts.ts";

/** A page of the explorer about one thing. */
export type Entity = {
  /** `Block 12` */
  readonly title: string;
  /** `BanffStandard` */
  readonly kind: string;
  /** Links to what precedes and follows it. */
  readonly neighbours?: readonly HTMLElement[];
  readonly content: readonly Content[];
};

/** Shows that it loads, then the thing or why there is none. */
export function entityPage(name: string, read: () => Promise<Entity>): HTMLElement {
  const body = h("div", { "aria-live": "polite", "aria-busy": "true" });
  const page = h(
    "section",
    { class: "explorer", tabindex: -1, "aria-label": name },
    h("p", { class: "crumbs" }, h("a", { href: "#status" }, "Status"), ` / ${name}`),
    body,
  );
  const load = async (): Promise<void> => {
    replaceIn(body, h("p", { class: "empty" }, `Loading ${name} …`));
    try {
      const { title, kind, neighbours = [], content } = await read();
      body.replaceChildren(
        h(
          "header",
          { class: "entity-head" },
          h("h1", {}, title),
          h("span", { class: "badge kind" }, kind),
          h("span", { class: "end neighbours" }, ...neighbours),
        ),
        ...content,
      );
    } catch (error) {
      body.replaceChildren(failure(name, error as Error, () => void load()));
    } finally {
      body.removeAttribute("aria-busy");
    }
  };
  void load();
  return page;
}

function failure(name: string, error: Error, retry: () => void): HTMLElement {
  const reason = h("p", {}, error.message);
  const mayCome = [
    h(
      "p",
      { class: "soft" },
      "It may belong to another chain or network, or this node may not have accepted it yet.",
    ),
    h("button", { class: "send", type: "button", click: retry }, "Try again"),
  ];
  return h(
    "div",
    { class: "card failure", role: "alert" },
    h("h1", {}, `${name} is not available`),
    reason,
    ...(error instanceof InvalidRequest ? [] : mayCome),
  );
}
