import type { Contract } from "../contract/contract.ts";
import type { EventStream } from "../contract/event-stream.ts";
import { usesOf } from "../contract/uses.ts";
import type { Settings } from "../settings.ts";
import { errorsSection, typesSection } from "./component-sections.ts";
import { documentSection } from "./document-section.ts";
import { h } from "./element.ts";
import { eventsSection } from "./events-section.ts";
import type { Filling } from "./filling.ts";

/** All documents on one page; `filling` lists the empty sections. */
export function reference(contract: Contract, settings: Settings, filling: Filling): HTMLElement {
  const uses = usesOf(contract);
  return h(
    "div",
    { class: "reference" },
    introduction(contract),
    ...contract.documents.map((document) => documentSection(document, contract, settings, filling)),
    contract.events !== undefined && eventsSection(contract.events, contract, settings, filling),
    typesSection(contract, uses, filling),
    errorsSection(contract, uses, filling),
  );
}

function introduction(contract: Contract): HTMLElement {
  const { documents, methods, schemas, errors, events, profile, title, isOurs } = contract;
  const rows = documents.map(({ api, title, paths, methods: own }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `#${api}` }, title)),
      h("td", {}, h("code", {}, paths[0]!), paths.length > 1 && ` and ${paths.length - 1} more`),
      h("td", { class: "number" }, String(own.length)),
    ),
  );
  return h(
    "section",
    { class: "introduction", "aria-labelledby": "title" },
    h("h1", { id: "title" }, title),
    h(
      "p",
      { class: "lead" },
      `${methods.size} methods, ${schemas.size} types and ${errors.size} errors`,
      ...(isOurs
        ? [
            ", from the OpenRPC documents that the node answers by, in profile ",
            h("code", {}, profile),
          ]
        : []),
      ". Each method can be called right here.",
    ),
    h(
      "p",
      { class: "keys" },
      ...[
        "/",
        " search ",
        "j",
        " ",
        "k",
        " next and previous ",
        "t",
        " try it ",
        "Ctrl Enter",
        " send",
      ].map((piece) => (piece.startsWith(" ") ? piece : h("kbd", {}, piece))),
    ),
    h(
      "table",
      { class: "apis" },
      h(
        "thead",
        {},
        h("tr", {}, ...["API", "Path", "Methods"].map((head) => h("th", { scope: "col" }, head))),
      ),
      h("tbody", {}, ...rows, events !== undefined && eventsRow(events)),
    ),
  );
}

function eventsRow({ title, address, messages }: EventStream): HTMLElement {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, h("a", { href: "#events" }, title)),
    h("td", {}, h("code", {}, address)),
    h("td", { class: "number" }, `${messages.length} events`),
  );
}
