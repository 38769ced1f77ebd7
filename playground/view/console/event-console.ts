import type { EventStream } from "../../contract/event-stream.ts";
import { fieldsOf } from "../../form/field.ts";
import { type Listening, listen } from "../../request/listen.ts";
import type { Settings } from "../../settings.ts";
import { curlGet } from "../../snippets/curl.ts";
import { copyButton } from "../copy-button.ts";
import { h } from "../element.ts";
import { fieldView } from "../input-view.ts";
import { eventList } from "./event-list.ts";
import { onSubmitKey } from "./frame.ts";
import { pageLeft } from "./page-left.ts";
import { tabs } from "./tabs.ts";

/** Where the event stream is listened to. */
export function eventConsole(events: EventStream, settings: Settings): HTMLElement {
  const params = events.query.map((member) => ({ ...member, description: "" }));
  const views = fieldsOf(params, new Map()).map((field) => ({
    name: field.name,
    view: fieldView(field),
  }));
  const path = (): string => {
    const given = views.flatMap(({ name, view }): [string, string][] => {
      const value = view.read();
      return value === undefined ? [] : [[name, String(value)]];
    });
    return given.length === 0 ? events.address : `${events.address}?${new URLSearchParams(given)}`;
  };
  const form = h(
    "form",
    { class: "request-form", submit: (event: Event) => event.preventDefault() },
    ...views.map(({ view }) => view.node),
  );
  const panel = h("div", { class: "panel" });
  const bar = tabs(
    "Request of the events",
    [
      { key: "form", label: "Form" },
      { key: "curl", label: "curl" },
    ],
    panel,
    (key) => show(key),
  );
  const show = (key: string): void => {
    bar.select(key);
    panel.replaceChildren(key === "form" ? form : curlPanel(settings.node + path()));
  };

  const list = eventList();
  const names = events.messages.map(({ name }) => name);
  let listening: Listening | undefined;
  const button = h("button", { class: "send", type: "button", click: () => toggle() }, "Listen");
  const stop = (): void => {
    listening?.stop();
    listening = undefined;
    button.textContent = "Listen";
  };
  const toggle = (): void => {
    if (listening !== undefined) {
      stop();
      list.say("stopped");
      return;
    }
    list.clear();
    button.textContent = "Stop";
    listening = listen(settings.node + path(), names, {
      onEvent: list.add,
      onTrouble: list.say,
      onEnd: (reason) => {
        stop();
        list.refuse(reason);
      },
    });
  };
  show("form");
  return h(
    "div",
    {
      class: "console",
      role: "group",
      "aria-label": "Listen to the events",
      [pageLeft]: () => stop(),
      keydown: onSubmitKey(toggle),
    },
    h(
      "div",
      { class: "target" },
      h("span", { class: "verb" }, "GET"),
      h("code", {}, events.address),
    ),
    bar.node,
    panel,
    h(
      "div",
      { class: "send-row" },
      button,
      h("span", { class: "to" }, `to ${settings.node.replace(/^https?:\/\//, "")}`),
    ),
    list.node,
  );
}

function curlPanel(url: string): HTMLElement {
  const text = curlGet(url).replace("curl -s", "curl -sN");
  return h(
    "div",
    { class: "snippet-panel" },
    h("pre", { class: "code snippet", tabindex: 0, "aria-label": "The request in curl" }, text),
    copyButton("Copy curl", () => text),
  );
}
