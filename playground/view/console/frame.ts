import type { Json } from "../../json/parse.ts";
import { send } from "../../request/send.ts";
import type { Settings } from "../../settings.ts";
import { freshID, h } from "../element.ts";
import { answerView, exampleAnswer, waitingAnswer } from "./answer-view.ts";
import { pageLeft } from "./page-left.ts";
import { streamView } from "./stream-view.ts";
import { type Tab, tabs } from "./tabs.ts";

/** What a console needs to know about its request. */
export type Exchange = {
  readonly label: string;
  readonly verb: "POST" | "GET" | "WebSocket";
  readonly tabs: readonly Tab[];
  /** The panel of a tab, with the current request. */
  readonly panels: (key: string) => HTMLElement;
  readonly paths: readonly string[];
  readonly onPath: (path: string) => void;
  readonly settings: Settings;
  /** Names of the examples. */
  readonly examples: readonly string[];
  /** Loads an example's request, and shows its result. */
  readonly onExample: (index: number) => string;
  readonly request: () => {
    readonly path: string;
    readonly body: string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly changesState: boolean;
  /** The request is sent over a WebSocket, and what the server pushes is shown. */
  readonly isStream?: boolean;
  readonly errorName: (error: Json) => string | undefined;
  readonly explain: (name: string) => HTMLElement | undefined;
};

/** Notifies a console of the tab chosen on the whole page. */
export const tabChosen = "tabchosen";

/** A request that can be edited and sent, and its response. */
export function consoleFrame(exchange: Exchange): HTMLElement {
  const { settings } = exchange;
  const panel = h("div", { class: "panel" });
  const place = h("div", { "aria-live": "polite" });
  const bar = tabs(`Request of ${exchange.label}`, exchange.tabs, panel, (key) => {
    settings.tab.value = key;
  });
  let shown = "";
  const show = (key: string): void => {
    shown = exchange.tabs.some((tab) => tab.key === key) ? key : exchange.tabs[0]!.key;
    bar.select(shown);
    panel.replaceChildren(exchange.panels(shown));
  };
  const example = (index: number): void => {
    // The response to another request must not replace it.
    running?.abort();
    running = undefined;
    place.replaceChildren(exampleAnswer(exchange.onExample(index)));
  };

  const label = sendLabel(exchange);
  const streaming = streamView((isRunning) => {
    button.textContent = isRunning ? "Stop" : label;
  });
  let running: AbortController | undefined;
  const submit = async (): Promise<void> => {
    if (exchange.isStream) {
      place.replaceChildren(streaming.node);
      const { path, body = "" } = exchange.request();
      streaming.toggle(settings.node + path, body);
      return;
    }
    running?.abort();
    const controller = new AbortController();
    running = controller;
    const { path, body, headers } = exchange.request();
    const url = settings.node + path;
    // A local node responds within a frame or two; avoid flicker.
    const waiting = setTimeout(
      () => place.replaceChildren(waitingAnswer(() => controller.abort())),
      120,
    );
    try {
      const outcome = await send(url, body, controller.signal, headers);
      place.replaceChildren(answerView(outcome, url, exchange));
      reveal(place, button);
    } catch {
      if (running === controller) place.replaceChildren();
    } finally {
      clearTimeout(waiting);
    }
  };

  const button = h(
    "button",
    { class: "send", type: "button", title: "Ctrl+Enter", click: () => void submit() },
    label,
  );
  const path = pathView(exchange, () => show(shown));
  if (exchange.examples.length > 0) example(0);
  show(settings.tab.value);
  return h(
    "div",
    {
      class: "console",
      role: "group",
      "aria-label": `Try ${exchange.label}`,
      keydown: onSubmitKey(() => void submit()),
      submit: () => void submit(),
      [pageLeft]: () => streaming.stop(),
      [tabChosen]: ({ detail }: CustomEvent<string>) => show(detail),
    },
    h("div", { class: "target" }, h("span", { class: "verb" }, exchange.verb), path),
    exchange.examples.length > 1 &&
      exampleSelect(exchange.examples, (index) => {
        example(index);
        show(shown);
      }),
    bar.node,
    panel,
    h(
      "div",
      { class: "send-row" },
      button,
      h("span", { class: "to" }, `to ${settings.node.replace(/^https?:\/\//, "")}`),
    ),
    place,
  );
}

/** Ctrl+Enter sends, wherever the focus is in a console. */
export function onSubmitKey(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    act();
  };
}

/** Shows a whole answer, unless its reader reads something else by now. */
function reveal(answer: HTMLElement, button: HTMLElement): void {
  const { top, bottom } = button.getBoundingClientRect();
  if (bottom > 0 && top < innerHeight) answer.scrollIntoView({ block: "nearest" });
}

function sendLabel({ isStream, changesState }: Exchange): string {
  return isStream ? "Subscribe" : changesState ? "Send: changes state" : "Send";
}

function pathView({ paths, onPath, label }: Exchange, onChange: () => void): HTMLElement {
  if (paths.length === 1) return h("code", {}, paths[0]!);
  const select = h(
    "select",
    { class: "path", "aria-label": `Path of ${label}` },
    ...paths.map((path) => h("option", {}, path)),
  );
  select.addEventListener("change", () => {
    onPath(select.value);
    onChange();
  });
  return select;
}

function exampleSelect(examples: readonly string[], onExample: (index: number) => void): Node {
  const id = freshID();
  const select = h(
    "select",
    { id },
    ...examples.map((name, index) => h("option", { value: index }, name)),
  );
  select.addEventListener("change", () => onExample(Number(select.value)));
  return h("div", { class: "example-row" }, h("label", { for: id }, "Example"), select);
}
