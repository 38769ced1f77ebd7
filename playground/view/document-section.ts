import type { Contract, Document } from "../contract/contract.ts";
import type { HttpGet } from "../contract/packed.ts";
import { documentUrl, publicPlaygroundUrl } from "../places.ts";
import type { Settings } from "../settings.ts";
import { getConsole } from "./console/get-console.ts";
import { h, icon } from "./element.ts";
import { entryTitle } from "./entry-title.ts";
import type { Filling } from "./filling.ts";
import { paragraphs } from "./markdown.ts";
import { methodSection } from "./method-section.ts";
import { whenNear } from "./near.ts";

/** An API: its description, paths, GET routes and methods. */
export function documentSection(
  document: Document,
  contract: Contract,
  settings: Settings,
  filling: Filling,
): HTMLElement {
  const { api, title } = document;
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
        ...paragraphs(document.description, contract),
      ),
      h("div", { class: "console-place" }, placesCard(document, contract)),
    ),
    ...document.httpGet.map((route) =>
      filling.add(entrySection(`GET${route.path}`), () => getSection(route, document, settings)),
    ),
    ...document.methods.map((method) =>
      filling.add(entrySection(method.name), () => methodSection(method, contract, settings)),
    ),
  );
}

function placesCard(document: Document, contract: Contract): HTMLElement {
  const { api, paths, distinctPaths, enabledBy, ready, errors } = document;
  const note = distinctPaths ? "each path has data of its own" : "aliases of one another";
  const isDocument = api !== "rpc";
  return h(
    "div",
    { class: "card" },
    h(
      "h3",
      { class: "card-title" },
      "POST",
      paths.length > 1 && h("span", { class: "note" }, note),
    ),
    h("ul", { class: "paths" }, ...paths.map((path) => h("li", {}, h("code", {}, path)))),
    enabledBy !== undefined &&
      h(
        "p",
        { class: "note" },
        h("code", {}, `--${enabledBy.flag}`),
        enabledBy.default ? ", on by default." : ", off by default.",
      ),
    ready !== undefined &&
      h("p", { class: "note" }, "HTTP 503 until chain ", h("code", {}, ready), " is ready."),
    errors.length > 0 &&
      h(
        "p",
        { class: "note" },
        "Before a method is found: ",
        ...errors.flatMap((name, index) => [
          ...(index === 0 ? [] : [", "]),
          h("a", { href: `#${name}` }, name),
        ]),
        ".",
      ),
    isDocument &&
      h(
        "p",
        { class: "links" },
        h(
          "a",
          { href: contract.isOurs ? documentUrl(api, contract.profile) : "openrpc.json" },
          "OpenRPC document",
        ),
        contract.isOurs &&
          h(
            "a",
            {
              href: publicPlaygroundUrl(api, contract.profile),
              target: "_blank",
              rel: "noreferrer",
            },
            "Open in the OpenRPC playground",
            icon("outside"),
          ),
      ),
  );
}

/** An empty section with its own title. */
export function entrySection(id: string, kind = ""): HTMLElement {
  return h("section", {
    class: `entry ${kind}`.trim(),
    id,
    tabindex: -1,
    "aria-labelledby": `${id}-title`,
  });
}

function getSection(
  route: HttpGet,
  document: Document,
  settings: Settings,
): readonly HTMLElement[] {
  const id = `GET${route.path}`;
  const place = h("div", { class: "console-place" });
  whenNear(place, () => place.replaceChildren(getConsole(route, document, settings)));
  const { member } = route.status;
  const query = Object.entries(route.query).map(([name, param]) =>
    h(
      "li",
      {},
      h("code", {}, `?${name}=`),
      ", repeatable, stands for the param ",
      h("code", {}, param),
      ".",
    ),
  );
  return [
    h(
      "div",
      { class: "entry-prose" },
      entryTitle(id, "GET ", route.path),
      h(
        "p",
        { class: "lead" },
        "The result of ",
        h("a", { href: `#${route.method}` }, h("code", {}, route.method)),
        " as the body, outside JSON-RPC.",
      ),
      h(
        "p",
        {},
        `HTTP ${route.status.true} when `,
        h("code", {}, member),
        ` is true, else ${route.status.false}.`,
      ),
      query.length > 0 && h("ul", {}, ...query),
    ),
    place,
  ];
}
