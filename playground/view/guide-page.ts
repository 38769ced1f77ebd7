import type { GuideEntry } from "../contract/additions.ts";
import type { Contract } from "../contract/contract.ts";
import { h } from "./element.ts";
import { goTo } from "./go-to.ts";
import { markdown } from "./markdown.ts";

/** A guide, or one of its headings: `dev-node/move-time`. */
export function guidePage(
  path: string,
  guides: readonly GuideEntry[],
  contract: Contract,
): HTMLElement {
  const [id = "", part] = path.split("/");
  const title = guides.find((guide) => guide.id === id)?.title ?? "Guide";
  const body = h("div", { "aria-busy": "true" }, h("p", { class: "empty" }, `Loading ${title} …`));
  const others = guides.map((guide) => {
    const attributes = {
      href: `#guide/${guide.id}`,
      "aria-current": guide.id === id ? "page" : undefined,
    };
    return h("li", {}, h("a", attributes, guide.title));
  });
  void loadGuides()
    .then((all) => {
      const text = Object.hasOwn(all, id) ? all[id] : undefined;
      if (text === undefined) throw new Error(`there is no guide ${id}`);
      body.replaceChildren(...render(id, text, contract));
      if (part !== undefined) goTo(`guide/${path}`);
    })
    .catch((error: Error) => {
      body.replaceChildren(
        h(
          "div",
          { class: "card failure", role: "alert" },
          `The guide is not available: ${error.message}.`,
        ),
      );
    })
    .finally(() => body.removeAttribute("aria-busy"));
  return h(
    "section",
    { class: "guide", tabindex: -1, "aria-label": title },
    h("article", { class: "guide-text" }, body),
    h(
      "nav",
      { class: "guide-list", "aria-label": "Guides" },
      h("h2", {}, "Guides"),
      h("ul", {}, ...others),
    ),
  );
}

let texts: Promise<Readonly<Record<string, string>>> | undefined;

/** The Markdown of all guides by ID. After a failure, the next call tries again. */
export function loadGuides(): Promise<Readonly<Record<string, string>>> {
  const readTexts = async () => {
    const response = await fetch("guides.json");
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.json();
  };
  texts ??= readTexts().catch((error: unknown) => {
    texts = undefined;
    throw error;
  });
  return texts;
}

function render(id: string, text: string, contract: Contract): HTMLElement[] {
  return markdown(text, {
    contract,
    idOf: (heading) => `guide/${id}/${slug(heading)}`,
    resolve: (target) => resolveLink(target, id, contract),
  });
}

/** The anchor that GitHub creates for a heading. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

/** A link of a guide's Markdown on this page; links into the repository lead nowhere. */
function resolveLink(target: string, id: string, { methods, documents }: Contract) {
  if (/^https?:\/\//.test(target)) return target;
  const [path = "", anchor = ""] = target.split("#");
  const part = anchor === "" ? "" : `/${anchor}`;
  if (path === "") return `#guide/${id}${part}`;
  const [, guide] = /^(?:\.\/)?([\w-]+)\.md$/.exec(path) ?? [];
  if (guide !== undefined) return `#guide/${guide}${part}`;
  const [, page] = /reference\/([\w-]+)\.md$/.exec(path) ?? [];
  if (page === undefined) return undefined;
  const method = [...methods.keys()].find((name) => slug(name) === anchor);
  if (method !== undefined) return `#${method}`;
  return documents.some(({ api }) => api === page) || /^(?:errors|events)$/.test(page)
    ? `#${page}`
    : undefined;
}
