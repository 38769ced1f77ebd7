import type { Contract } from "../contract/contract.ts";
import type { RestApi, RestOperation } from "../contract/rest-api.ts";
import { descriptionOf, follow } from "../contract/schema.ts";
import { formatJson } from "../json/parse.ts";
import type { Settings } from "../settings.ts";
import { restConsole } from "./console/rest-console.ts";
import { entrySection } from "./document-section.ts";
import { h } from "./element.ts";
import { entryTitle } from "./entry-title.ts";
import type { Filling } from "./filling.ts";
import { paragraphs } from "./markdown.ts";
import { whenNear } from "./near.ts";
import { prose } from "./prose.ts";
import { memberRow, shape, typeText } from "./schema-view.ts";

/** A REST API: its description, each operation with a console, and its types. */
export function restSection(
  rest: RestApi,
  contract: Contract,
  settings: Settings,
  filling: Filling,
): HTMLElement {
  const own = { ...contract, schemas: rest.schemas };
  const { api, title } = rest;
  return h(
    "section",
    { class: "document", "aria-labelledby": `${api}-title` },
    h(
      "div",
      { class: "entry document-head", id: api, tabindex: -1 },
      h(
        "div",
        { class: "entry-prose" },
        h("h2", { id: `${api}-title` }, h("a", { class: "anchor", href: `#${api}` }, title)),
        ...paragraphs(rest.description, own),
      ),
    ),
    ...rest.operations.map((operation) =>
      filling.add(entrySection(operation.name), () =>
        operationEntry(operation, rest, own, settings),
      ),
    ),
    ...[...rest.schemas.keys()].map((name) =>
      filling.add(entrySection(name, "component"), () => typeEntry(name, own)),
    ),
  );
}

function operationEntry(
  operation: RestOperation,
  rest: RestApi,
  contract: Contract,
  settings: Settings,
): readonly HTMLElement[] {
  const { name, verb, path, summary, description, params, result, problems } = operation;
  const place = h("div", { class: "console-place" });
  whenNear(place, () => place.replaceChildren(restConsole(operation, rest, settings)));
  const rows = params.map((param) => {
    const fallback = follow(param.schema, rest.schemas)["default"];
    const need = param.required
      ? "required"
      : fallback === undefined
        ? "optional"
        : h("span", {}, "default ", h("code", {}, formatJson(fallback)));
    return memberRow(param, `In the ${param.place}. ${param.description}`, need, contract);
  });
  return [
    h(
      "div",
      { class: "entry-prose" },
      entryTitle(name, `${rest.api}.`, name.slice(rest.api.length + 1)),
      h("p", {}, h("code", {}, `${verb} ${path}`)),
      h("p", { class: "lead" }, ...prose(summary, contract)),
      ...paragraphs(description, contract),
      h("h4", {}, "Parameters"),
      h("dl", { class: "members" }, ...rows.flat()),
      h("h4", {}, "Result"),
      h("p", {}, ...typeText(result)),
      h("h4", {}, "Errors"),
      h(
        "ul",
        {},
        ...problems.map(([status, words]) => h("li", {}, h("code", {}, status), ` ${words}`)),
      ),
    ),
    place,
  ];
}

function typeEntry(name: string, contract: Contract): readonly HTMLElement[] {
  const schema = contract.schemas.get(name) ?? {};
  const inner = shape(schema, contract);
  const [api = "", local = ""] = name.split(".");
  return [
    h(
      "div",
      { class: "entry-prose" },
      entryTitle(name, `${api}.`, local),
      ...paragraphs(descriptionOf(schema), contract),
      ...(inner.length > 0 ? inner : [h("p", { class: "type-line" }, ...typeText(schema))]),
    ),
  ];
}
