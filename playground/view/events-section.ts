import type { Contract } from "../contract/contract.ts";
import type { EventMessage, EventStream } from "../contract/event-stream.ts";
import { descriptionOf } from "../contract/schema.ts";
import { formatJson } from "../json/parse.ts";
import type { Settings } from "../settings.ts";
import { eventConsole } from "./console/event-console.ts";
import { entrySection } from "./document-section.ts";
import { h } from "./element.ts";
import { entryTitle } from "./entry-title.ts";
import type { Filling } from "./filling.ts";
import { jsonView } from "./json-view.ts";
import { paragraphs } from "./markdown.ts";
import { whenNear } from "./near.ts";
import { prose } from "./prose.ts";
import { memberRow, shape } from "./schema-view.ts";

/** The event stream: its description, its query with a console, and each message. */
export function eventsSection(
  events: EventStream,
  contract: Contract,
  settings: Settings,
  filling: Filling,
): HTMLElement {
  return h(
    "section",
    { class: "document", "aria-labelledby": "events-title" },
    h(
      "div",
      { class: "entry document-head", id: "events", tabindex: -1 },
      h(
        "div",
        { class: "entry-prose" },
        h("h2", { id: "events-title" }, h("a", { class: "anchor", href: "#events" }, events.title)),
        ...events.description.split("\n\n").flatMap((part) => paragraphs(part, contract)),
      ),
      h("div", { class: "console-place" }, placeCard(events, settings)),
    ),
    filling.add(entrySection(`GET${events.address}`), () =>
      streamEntry(events, contract, settings),
    ),
    ...events.messages.map((message) =>
      filling.add(entrySection(`events.${message.name}`, "component"), () =>
        messageEntry(message, contract),
      ),
    ),
  );
}

function placeCard({ address }: EventStream, settings: Settings): HTMLElement {
  return h(
    "div",
    { class: "card" },
    h(
      "h3",
      { class: "card-title" },
      "GET",
      h("span", { class: "note" }, "WebSocket or Server-Sent Events"),
    ),
    h("ul", { class: "paths" }, h("li", {}, h("code", {}, address))),
    h(
      "p",
      { class: "links" },
      h("a", { href: `${settings.node}${address}/asyncapi.json` }, "AsyncAPI document"),
    ),
  );
}

function streamEntry(
  events: EventStream,
  contract: Contract,
  settings: Settings,
): readonly HTMLElement[] {
  const id = `GET${events.address}`;
  const place = h("div", { class: "console-place" });
  whenNear(place, () => place.replaceChildren(eventConsole(events, settings)));
  const rows = events.query.map((member) =>
    memberRow(member, descriptionOf(member.schema), "optional", contract),
  );
  return [
    h(
      "div",
      { class: "entry-prose" },
      entryTitle(id, "GET ", events.address),
      h("p", { class: "lead" }, ...prose(events.note, contract)),
      h("h4", {}, "Query"),
      h("dl", { class: "members" }, ...rows.flat()),
    ),
    place,
  ];
}

function messageEntry(message: EventMessage, contract: Contract): readonly HTMLElement[] {
  const { name, summary, payload, examples } = message;
  const id = `events.${name}`;
  const place = h("div", { class: "console-place source" });
  whenNear(place, () => {
    place.replaceChildren(
      ...examples.map((example) => jsonView(formatJson(example, "  "), `Example of ${name}`)),
    );
  });
  return [
    h(
      "div",
      { class: "entry-prose" },
      entryTitle(id, "event ", name),
      h("p", { class: "lead" }, ...prose(summary, contract)),
      ...paragraphs(descriptionOf(payload), contract),
      ...shape(payload, contract),
    ),
    place,
  ];
}
