import type { Document } from "../../contract/contract.ts";
import type { HttpGet } from "../../contract/packed.ts";
import type { Settings } from "../../settings.ts";
import { curlGet } from "../../snippets/curl.ts";
import { copyButton } from "../copy-button.ts";
import { h } from "../element.ts";
import { fieldView } from "../input-view.ts";
import { consoleFrame } from "./frame.ts";

/** Where a GET route is tried. */
export function getConsole(route: HttpGet, document: Document, settings: Settings): HTMLElement {
  const method = document.methods.find(({ name }) => name === route.method);
  const views = Object.entries(route.query).map(([name, param]) => {
    const description = method?.params.find((each) => each.name === param)?.description ?? "";
    const item = {
      kind: "text",
      secret: false,
      pattern: undefined,
      expected: undefined,
      suggestions: [],
      number: undefined,
      multiline: false,
    } as const;
    const input = { kind: "list", item, itemsMax: undefined } as const;
    const view = fieldView({ name, description, required: false, fallback: undefined, input });
    view.write(undefined);
    return { name, view };
  });
  const path = (): string => {
    const query = new URLSearchParams(
      views.flatMap(({ name, view }) => {
        const values = view.read();
        return Array.isArray(values) ? values.map((value) => [name, String(value)]) : [];
      }),
    );
    return query.size === 0 ? route.path : `${route.path}?${query}`;
  };
  const form = h(
    "form",
    { class: "request-form", submit: (event: Event) => event.preventDefault() },
    ...views.map(({ view }) => view.node),
    views.length === 0 && h("p", { class: "empty" }, "This route takes no query."),
  );
  const [example] = method?.examples ?? [];
  return consoleFrame({
    label: `GET ${route.path}`,
    verb: "GET",
    tabs: [
      { key: "form", label: "Form" },
      { key: "curl", label: "curl" },
    ],
    panels: (key) => {
      if (key === "form") return form;
      const text = curlGet(settings.node + path());
      return h(
        "div",
        { class: "snippet-panel" },
        h("pre", { class: "code snippet", tabindex: 0, "aria-label": "The request in curl" }, text),
        copyButton("Copy curl", () => text),
      );
    },
    paths: [route.path],
    onPath: () => {},
    settings,
    examples: example === undefined ? [] : [example.name],
    onExample: () => example?.result ?? "",
    request: () => ({ path: path(), body: undefined }),
    changesState: false,
    errorName: () => undefined,
    explain: () => undefined,
  });
}
