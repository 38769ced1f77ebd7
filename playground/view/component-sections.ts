import type { Contract } from "../contract/contract.ts";
import { descriptionOf, limitsOf } from "../contract/schema.ts";
import { formatJson, type JsonObject } from "../json/parse.ts";
import { entrySection } from "./document-section.ts";
import { h } from "./element.ts";
import type { Filling } from "./filling.ts";
import { jsonView } from "./json-view.ts";
import { paragraphs } from "./markdown.ts";
import { messageNodes } from "./method-section.ts";
import { whenNear } from "./near.ts";
import { prose } from "./prose.ts";
import { remedyView } from "./remedy-view.ts";
import { shape, typeText } from "./schema-view.ts";

type Uses = ReadonlyMap<string, readonly string[]>;

/** Every type that a method or another type refers to. */
export function typesSection(contract: Contract, uses: Uses, filling: Filling): HTMLElement {
  const names = [...contract.schemas.keys()].sort();
  return h(
    "section",
    { class: "document", "aria-labelledby": `${sectionID("types", contract)}-title` },
    head(
      sectionID("types", contract),
      "Types",
      contract.isOurs
        ? `${names.length} schemas, each named once for every document.`
        : `${names.length} schemas.`,
    ),
    ...names.map((name) =>
      filling.add(entrySection(name, "component"), () => typeEntry(name, contract, uses)),
    ),
  );
}

/** Every declared error. */
export function errorsSection(contract: Contract, uses: Uses, filling: Filling): HTMLElement {
  const count = contract.errors.size;
  return h(
    "section",
    { class: "document", "aria-labelledby": `${sectionID("errors", contract)}-title` },
    head(
      sectionID("errors", contract),
      "Errors",
      `${count} declared errors.${contract.isOurs ? " HTTP status is 200 for each of them." : ""}`,
    ),
    ...[...contract.errors.keys()]
      .sort()
      .map((name) =>
        filling.add(entrySection(name, "component"), () => errorEntry(name, contract, uses)),
      ),
  );
}

/** The fragment of a section, which is not that of a method. */
export function sectionID(kind: "types" | "errors", { methods }: Contract): string {
  return methods.has(kind) ? `${kind} of all methods` : kind;
}

function head(id: string, title: string, words: string): HTMLElement {
  return h(
    "div",
    { class: "entry document-head", id, tabindex: -1 },
    h(
      "div",
      { class: "entry-prose" },
      h("h2", { id: `${id}-title` }, h("a", { class: "anchor", href: `#${id}` }, title)),
      h("p", {}, words),
    ),
  );
}

function typeEntry(name: string, contract: Contract, uses: Uses): readonly HTMLElement[] {
  const schema = contract.schemas.get(name)!;
  const inner = shape(schema, contract);
  const limits = limitsOf(schema);
  return entry(name, schema, [
    ...paragraphs(descriptionOf(schema), contract),
    ...(inner.length > 0 ? inner : [h("p", { class: "type-line" }, ...typeText(schema))]),
    ...(limits.length > 0
      ? [h("p", { class: "limits" }, ...prose(limits.join(" · "), contract))]
      : []),
    ...usedBy(uses.get(name) ?? [], "Used by"),
  ]);
}

function errorEntry(name: string, contract: Contract, uses: Uses): readonly HTMLElement[] {
  const explained = contract.remedies[name];
  const error = contract.errors.get(name)!;
  const { code, message } = error;
  return entry(name, error, [
    h("p", { class: "type-line" }, h("code", {}, String(code)), " ", ...messageNodes(message)),
    ...(explained === undefined ? [] : [remedyView(explained, contract)]),
    ...usedBy(uses.get(name) ?? [], "Answered by"),
  ]);
}

/** Text on one side, the document's source on the other. */
function entry(
  name: string,
  component: JsonObject,
  content: readonly HTMLElement[],
): readonly HTMLElement[] {
  const place = h("div", { class: "console-place source" });
  whenNear(place, () => {
    const { title: _title, description: _description, ...rest } = component;
    place.replaceChildren(jsonView(formatJson(rest), `${name} as the document has it`));
  });
  return [
    h(
      "div",
      { class: "entry-prose" },
      h("h3", { id: `${name}-title` }, h("a", { class: "anchor", href: `#${name}` }, name)),
      ...content,
    ),
    place,
  ];
}

// More than this is better opened than read.
const namedMax = 8;

function usedBy(users: readonly string[], words: string): HTMLElement[] {
  if (users.length === 0) return [];
  const links = users.flatMap((user, index) => [
    ...(index === 0 ? [] : [", "]),
    h("a", { href: `#${user}` }, user),
  ]);
  if (users.length <= namedMax) return [h("p", { class: "facts" }, `${words} `, ...links)];
  return [
    h(
      "details",
      { class: "facts" },
      h("summary", {}, `${words} ${users.length}`),
      h("p", {}, ...links),
    ),
  ];
}
