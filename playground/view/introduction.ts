import type { Additions, Task } from "../contract/additions.ts";
import type { Contract, Method } from "../contract/contract.ts";
import type { EventStream } from "../contract/event-stream.ts";
import { isObject, parseJson } from "../json/parse.ts";
import { requestText } from "../request/request.ts";
import type { Settings } from "../settings.ts";
import { snippetOf } from "../snippets/languages.ts";
import { copyButton } from "./copy-button.ts";
import { h } from "./element.ts";

/** The top of the page: where to call, a first call, what you can do, and every API. */
export function introduction(
  contract: Contract,
  settings: Settings,
  additions: Additions,
): HTMLElement {
  const { methods, schemas, errors, profile } = contract;
  const counts = `${methods.size} methods, ${schemas.size} types and ${errors.size} errors`;
  const { tasks = [] } = additions;
  return h(
    "section",
    { class: "introduction", "aria-labelledby": "title" },
    h("h1", { id: "title" }, contract.title),
    h("p", { class: "lead" }, additions.lead ?? `${counts}, from the documents of the API.`),
    startCard(contract, settings, additions),
    tasks.length > 0 && h("h2", { class: "part-title" }, "What do you want to do?"),
    tasks.length > 0 &&
      h("ul", { class: "tasks" }, ...tasks.map((task) => taskCard(task, contract, additions))),
    h("h2", { class: "part-title" }, "Everything"),
    contract.isOurs
      ? h("p", {}, `${counts} in profile `, h("code", {}, profile), ". ", ...keys())
      : h("p", {}, `${counts}. `, ...keys()),
    apisTable(contract),
  );
}

function startCard(contract: Contract, settings: Settings, additions: Additions): HTMLElement {
  const call = firstMethod(contract, additions);
  return h(
    "div",
    { class: "card start" },
    h(
      "div",
      { class: "start-row" },
      h("span", { class: "start-label" }, "Base URL"),
      h("code", { class: "base-url" }, settings.node),
      copyButton("Copy", () => settings.node),
    ),
    call !== undefined && firstCall(call, contract, settings),
  );
}

function firstMethod({ methods }: Contract, { firstCall: name }: Additions): Method | undefined {
  const all = [...methods.values()];
  return (
    all.find((method) => method.name === name) ??
    all.find((method) => !method.changesState && method.examples.length > 0) ??
    all[0]
  );
}

function firstCall(method: Method, contract: Contract, settings: Settings): HTMLElement {
  const example = parseJson(method.examples[0]?.params ?? "{}");
  const params = isObject(example) ? example : {};
  const text = snippetOf("curl", {
    method,
    schemas: contract.schemas,
    params,
    request: requestText(method.name, params, method.positions, method.isNotification),
    node: settings.node,
    path: method.paths[0]!,
    profile: contract.profile,
  });
  return h(
    "div",
    { class: "first-call" },
    h(
      "div",
      { class: "start-row" },
      h("span", { class: "start-label" }, "First call"),
      h("a", { href: `#${method.name}` }, h("code", {}, method.name)),
      copyButton("Copy curl", () => text),
    ),
    h(
      "pre",
      { class: "code", tabindex: 0, role: "region", "aria-label": "The first call with curl" },
      h("code", {}, text),
    ),
  );
}

/** Methods that the profile does not have are left out. */
function taskCard(task: Task, contract: Contract, { guides = [] }: Additions): HTMLElement {
  const { title, text, methods, guide } = task;
  const isServed = (id: string) => contract.methods.has(id) || id.startsWith("GET/");
  const links = methods
    .filter(isServed)
    .map((id) =>
      h("li", {}, h("a", { href: `#${id}` }, h("code", {}, id.replace(/^GET/, "GET ")))),
    );
  const found = guides.find(({ id }) => id === guide?.split("/")[0]);
  return h(
    "li",
    { class: "card task" },
    h("h3", {}, title),
    h("p", {}, text),
    h("ul", { class: "task-methods" }, ...links),
    found !== undefined &&
      h("p", { class: "task-guide" }, h("a", { href: `#guide/${guide}` }, `Guide: ${found.title}`)),
  );
}

function keys(): (HTMLElement | string)[] {
  const pieces = [
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
  ];
  return [
    h(
      "span",
      { class: "keys" },
      ...pieces.map((piece) => (piece.startsWith(" ") ? piece : h("kbd", {}, piece))),
    ),
  ];
}

function apisTable({ documents, events }: Contract): HTMLElement {
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
    "table",
    { class: "apis" },
    h(
      "thead",
      {},
      h("tr", {}, ...["API", "Path", "Methods"].map((head) => h("th", { scope: "col" }, head))),
    ),
    h("tbody", {}, ...rows, events !== undefined && eventsRow(events)),
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
