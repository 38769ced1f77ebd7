import type { Contract } from "../contract/contract.ts";
import { sectionID } from "./component-sections.ts";
import { h } from "./element.ts";

/** The way to everything on the page. */
export function sidebar(contract: Contract): HTMLElement {
  return h(
    "div",
    { class: "nav-groups" },
    ...contract.documents.map((document) =>
      group(document.api, document.title, [
        ...document.httpGet.map(({ path }) => link(`GET${path}`, `GET ${path}`, false)),
        ...document.methods.map(({ name, deprecated }) =>
          link(name, name.slice(name.indexOf(".") + 1), deprecated),
        ),
      ]),
    ),
    contract.events !== undefined &&
      group("events", contract.events.title, [
        link(`GET${contract.events.address}`, `GET ${contract.events.address}`, false),
        ...contract.events.messages.map(({ name }) => link(`events.${name}`, name, false)),
      ]),
    ...contract.rest.map(({ api, title, operations }) =>
      group(
        api,
        title,
        operations.map(({ name }) => link(name, name.slice(api.length + 1), false)),
      ),
    ),
    group(sectionID("types", contract), "Types", []),
    group(sectionID("errors", contract), "Errors", []),
  );
}

function group(id: string, title: string, links: readonly HTMLElement[]): HTMLElement {
  return h(
    "div",
    { class: "nav-group" },
    h("a", { class: "nav-title", href: `#${id}` }, title),
    links.length > 0 && h("ul", {}, ...links),
  );
}

function link(id: string, name: string, deprecated: boolean): HTMLElement {
  const attributes = { href: `#${id}`, class: deprecated ? "deprecated" : undefined };
  return h("li", {}, h("a", attributes, name));
}

/** Highlights the link of the visible entry while scrolling. Returns a function that stops. */
export function followReading(nav: HTMLElement, entries: readonly Element[]): () => void {
  const links = new Map(
    [...nav.querySelectorAll("a")].map((each) => [each.getAttribute("href")!.slice(1), each]),
  );
  let current: Element | undefined;
  const mark = (entry: Element): void => {
    // Types and errors are too many to be listed one by one.
    const next =
      links.get(entry.id) ?? links.get(entry.closest(".document")?.children[0]?.id ?? "");
    if (next === undefined || next === current) return;
    current?.removeAttribute("aria-current");
    next.setAttribute("aria-current", "location");
    current = next;
    scrollWithin(nav, next);
  };
  // A line slightly below the top: the entry that crosses it is the visible one.
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) if (isIntersecting) mark(target);
    },
    { rootMargin: "-15% 0px -84% 0px" },
  );
  for (const entry of entries) observer.observe(entry);
  return () => observer.disconnect();
}

/** Not scrollIntoView, which would move the page, too. */
function scrollWithin(frame: HTMLElement, element: Element): void {
  const outer = frame.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top + 40) frame.scrollTop += inner.top - outer.top - 80;
  else if (inner.bottom > outer.bottom - 40) frame.scrollTop += inner.bottom - outer.bottom + 80;
}
