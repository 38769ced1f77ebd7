import type { Contract, Method } from "../contract/contract.ts";
import { follow, membersOf, referenceName } from "../contract/schema.ts";
import { formatJson } from "../json/parse.ts";
import type { Settings } from "../settings.ts";
import { callConsole } from "./console/call-console.ts";
import { h } from "./element.ts";
import { paragraphs } from "./markdown.ts";
import { whenNear } from "./near.ts";
import { prose } from "./prose.ts";
import { memberRow, shape, typeText } from "./schema-view.ts";

const lifetimes = {
  immutable: "Can be cached until the node stops",
  block: "Can be cached until the next block",
  second: "Can be cached until the next block or second",
  live: "Never cached",
} as const satisfies Record<NonNullable<Method["lifetime"]>, string>;

/** A method: its documentation on one side, its console on the other. */
export function methodSection(
  method: Method,
  contract: Contract,
  settings: Settings,
): readonly HTMLElement[] {
  const [, service = "", local = ""] = /^(.*?\.)?(.*)$/s.exec(method.name) ?? [];
  const place = h("div", { class: "console-place" });
  whenNear(place, () => place.replaceChildren(callConsole(method, contract, settings)));
  return [
    h(
      "div",
      { class: "entry-prose" },
      h(
        "h3",
        { id: `${method.name}-title` },
        h(
          "a",
          { class: "anchor", href: `#${method.name}` },
          ...(service === "" ? [] : [h("span", { class: "service" }, service), h("wbr")]),
          local,
        ),
        ...badges(method),
      ),
      h("p", { class: "lead" }, ...prose(method.summary, contract)),
      ...paragraphs(method.description, contract),
      h("p", { class: "facts" }, facts(method)),
      ...paramsPart(method, contract),
      ...resultPart(method, contract),
      ...errorsPart(method, contract),
    ),
    place,
  ];
}

function badges(method: Method): HTMLElement[] {
  const words = [
    ...(method.deprecated ? ["deprecated"] : []),
    ...(method.changesState ? ["changes state"] : []),
    ...(method.nodeLocal ? ["node-local"] : []),
    ...(method.differs ? ["differs by profile"] : []),
  ];
  return words.map((word) => h("span", { class: `badge ${word.split(" ")[0]}` }, word));
}

function facts(method: Method): string {
  return [
    ...(method.lifetime === undefined ? [] : [lifetimes[method.lifetime]]),
    ...(method.nodeLocal ? ["unavailable on public servers"] : []),
    ...(method.source === undefined ? [] : [`from ${method.source}`]),
    ...(method.tags.length > 0 ? [`about ${method.tags.join(", ")}`] : []),
  ].join(" · ");
}

function paramsPart(method: Method, contract: Contract): HTMLElement[] {
  if (method.params.length === 0) return [h("h4", {}, "No params")];
  const rows = method.params.map((param) => {
    const fallback = follow(param.schema, contract.schemas)["default"];
    const need = param.required
      ? "required"
      : fallback === undefined
        ? "optional"
        : h("span", {}, "default ", h("code", {}, formatJson(fallback)));
    return memberRow(param, param.description, need, contract);
  });
  return [h("h4", {}, "Params"), h("dl", { class: "members" }, ...rows.flat())];
}

function resultPart({ result }: Method, contract: Contract): HTMLElement[] {
  const { schema, description } = result;
  const named = referenceName(schema) !== undefined || membersOf(schema).length === 0;
  return [
    h("h4", {}, "Result"),
    h(
      "p",
      {},
      ...prose(description, contract),
      ...(named && shape(schema, contract).length === 0 ? [" ", ...typeText(schema)] : []),
    ),
    ...shape(schema, contract),
  ];
}

function errorsPart(method: Method, contract: Contract): HTMLElement[] {
  if (method.errors.length === 0) return [];
  const rows = method.errors.map((name) => {
    const error = contract.errors.get(name);
    return h(
      "tr",
      {},
      h("td", {}, h("a", { href: `#${name}` }, name)),
      h("td", { class: "number" }, String(error?.code ?? "")),
      h("td", {}, ...messageNodes(error?.message ?? "")),
    );
  });
  return [
    h("h4", {}, "Errors"),
    h(
      "div",
      {
        class: "table-frame",
        tabindex: 0,
        role: "group",
        "aria-label": `Errors of ${method.name}`,
      },
      h(
        "table",
        {},
        h(
          "thead",
          { class: "unseen" },
          h(
            "tr",
            {},
            ...["Error", "Code", "Message"].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
  ];
}

/** A message, with its placeholders highlighted. */
export function messageNodes(message: string): (Node | string)[] {
  return message
    .split(/(\{[a-zA-Z]\w*\})/)
    .map((piece) => (/^\{.*\}$/.test(piece) ? h("var", {}, piece.slice(1, -1)) : piece));
}
