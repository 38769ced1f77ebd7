import { contractOf, profileNames } from "./contract/contract.ts";
import type { Packed } from "./contract/packed.ts";
import type { Shown } from "./explorer/explorer.ts";
import { type Place, placeOf } from "./explorer/places.ts";
import { type Entry, searchIndex } from "./search/search-index.ts";
import { rememberedCell, type Settings } from "./settings.ts";
import { languages } from "./snippets/languages.ts";
import { Cell } from "./view/cell.ts";
import { tabChosen } from "./view/console/frame.ts";
import { pageLeft } from "./view/console/page-left.ts";
import { h } from "./view/element.ts";
import { Filling } from "./view/filling.ts";
import { goTo, holding } from "./view/go-to.ts";
import { guidePage, loadGuides } from "./view/guide-page.ts";
import { header } from "./view/header.ts";
import { listenToKeys, step, tryIt } from "./view/keys.ts";
import { nodeDialog, originOf } from "./view/node-dialog.ts";
import { reference } from "./view/reference.ts";
import { searchDialog } from "./view/search-dialog.ts";
import { followReading, sidebar } from "./view/sidebar.ts";

const facts = document.querySelector<HTMLMetaElement>('meta[name="couloir"]')!.dataset;
const query = new URLSearchParams(location.search);
const ownNode = facts["node"] || location.origin;
const node = originOf(query.get("node") ?? "") ?? ownNode;

// Where no server sends a policy, the page narrows its own to the node that is chosen.
if (facts["node"]) {
  const content = `connect-src 'self' ${node} ${node.replace(/^http/, "ws")}`;
  document.head.append(h("meta", { "http-equiv": "Content-Security-Policy", content }));
}

void load().then(start, ({ message }: Error) => {
  const words = `The documents are not available: ${message}. Reload the page to try again.`;
  document.querySelector(".loading")!.textContent = words;
});

/** A page that can be opened from a file has the contract in a script: files cannot be fetched. */
async function load(): Promise<Packed> {
  const given = (globalThis as { readonly packedContract?: Packed }).packedContract;
  if (given !== undefined) return given;
  const response = await fetch("contract.json");
  if (!response.ok) throw new Error(`contract.json: HTTP ${response.status}`);
  return (await response.json()) as Packed;
}

function start(packed: Packed): void {
  const profiles = profileNames(packed);
  const wanted = query.get("profile") ?? facts["profile"] ?? "";
  const settings: Settings = {
    node,
    profile: new Cell(profiles.includes(wanted) ? wanted : profiles[0]!),
    tab: rememberedCell("tab", ["form", "json", ...Object.keys(languages)], "form"),
    theme: rememberedCell("theme", ["auto", "light", "dark"], "auto"),
  };
  settings.theme.watch((theme) => {
    document.documentElement.dataset["theme"] = theme;
  });
  settings.tab.watch((tab) => {
    const event = new CustomEvent(tabChosen, { detail: tab });
    holding(document.activeElement, () => {
      for (const each of document.querySelectorAll(".console")) each.dispatchEvent(event);
    });
  });

  const nav = h("nav", { class: "side", "aria-label": "Contents" });
  const main = h("main", { id: "main", tabindex: -1 });
  const { additions = {} } = packed;
  let contract = contractOf(packed, settings.profile.value);
  let showPlace: ((place: Place) => Shown) | undefined;
  const openExplorer = async (place: Place): Promise<Shown> => {
    // Most visits read the reference: the explorer and its charts are loaded when they are opened.
    const { explorer } = await loadExplorer();
    showPlace ??= explorer(node, () => contract.schemas);
    return showPlace(place);
  };
  let index: readonly Entry[] | undefined;
  let guideTexts: Readonly<Record<string, string>> | undefined;
  const search = searchDialog(
    () => {
      index ??= searchIndex(contract, additions, guideTexts);
      return index;
    },
    async () => {
      if (guideTexts !== undefined || additions.guides === undefined) return;
      // Without them, guides are found by their headings.
      guideTexts = await loadGuides().catch(() => undefined);
      index = undefined;
    },
  );
  const nodes = nodeDialog(node, ownNode);
  const toggleMenu = (isOpen?: boolean): void => {
    const open = document.body.classList.toggle("menu-open", isOpen);
    document.querySelector(".menu")!.setAttribute("aria-expanded", String(open));
  };

  // The fragment names what is shown: the link must not change it.
  const skip = (event: Event): void => {
    event.preventDefault();
    main.focus();
  };

  document.body.replaceChildren(
    h("a", { class: "skip", href: "#main", click: skip }, "Skip to the content"),
    header({
      settings,
      profiles,
      title: packed.title,
      version: packed.version,
      hasStatus: additions.explorer === true,
      onSearch: search.open,
      onMenu: () => toggleMenu(),
      onNode: nodes.open,
    }),
    ...(node === ownNode ? [] : [strangerNote()]),
    nav,
    h("div", { class: "shade", click: () => toggleMenu(false) }),
    main,
    search.node,
    nodes.node,
  );
  nav.addEventListener("click", () => toggleMenu(false));

  let pages: HTMLElement = h("div");
  let filling = new Filling();
  let stopFollowing = (): void => {};
  let stopShown: (() => void) | undefined;
  let routed = 0;
  let routedID = "";
  let unknownLink: HTMLElement | undefined;
  settings.profile.watch((profile) => {
    contract = contractOf(packed, profile);
    index = undefined;
    stopFollowing();
    filling.stop();
    for (const each of pages.querySelectorAll(".console")) {
      each.dispatchEvent(new CustomEvent(pageLeft));
    }
    filling = new Filling();
    pages = reference(contract, settings, filling, additions);
    nav.replaceChildren(
      h(
        "button",
        { class: "quiet side-node", type: "button", click: nodes.open },
        h("span", { class: "label" }, "Node"),
        h("span", { class: "cut" }, node.replace(/^https?:\/\//, "")),
      ),
      sidebar(contract),
    );
    stopFollowing = followReading(nav, [...pages.querySelectorAll(".entry")]);
    const url = new URL(location.href);
    if (profile === (facts["profile"] ?? "")) url.searchParams.delete("profile");
    else url.searchParams.set("profile", profile);
    if (url.href !== location.href) history.replaceState(null, "", url);
    main.setAttribute("aria-busy", "true");
    route();
    filling.fillRest(() => {
      main.removeAttribute("aria-busy");
      noteUnknownLink();
      // It is then shown without delay, also when the node is gone.
      if (additions.explorer === true) void loadExplorer().catch(() => {});
    });
  });

  function route(): void {
    const id = fragment();
    routedID = id;
    const place = additions.explorer === true ? placeOf(id) : undefined;
    const showsDecoder = additions.explorer === true && id === "decode";
    const guide = /^guide\/(.+)$/.exec(id)?.[1];
    document.body.classList.toggle("shows-status", place !== undefined || showsDecoder);
    const title = packed.title ?? "Couloir API";
    document.title = id === "" || id === "main" ? title : `${id} · ${title}`;
    stopShown?.();
    stopShown = undefined;
    routed += 1;
    if (place !== undefined) {
      main.replaceChildren(h("p", { class: "loading", role: "status" }, "Loading …"));
      void showExplorer(place, routed);
      return;
    }
    if (showsDecoder) {
      main.replaceChildren(h("p", { class: "loading", role: "status" }, "Loading …"));
      void showDecoder(routed);
      return;
    }
    if (guide !== undefined) {
      main.replaceChildren(guidePage(guide, additions.guides ?? [], contract));
      scrollTo(0, 0);
      return;
    }
    filling.fillFrom(id);
    if (pages.parentElement !== main) main.replaceChildren(pages);
    // Without an id, too: it ends the hold of the target before.
    goTo(id);
    if (!main.hasAttribute("aria-busy")) noteUnknownLink();
  }

  /** Says so if nothing on the page has the name of the link, such as a method of another profile. Call it on the whole page. */
  function noteUnknownLink(): void {
    unknownLink?.remove();
    const id = fragment();
    if (id === "" || !pages.isConnected || document.getElementById(id) !== null) return;
    document.title = packed.title ?? "Couloir API";
    unknownLink = h(
      "p",
      { class: "trouble", role: "alert" },
      `This page has no “${id}”. `,
      h("button", { class: "send", type: "button", click: () => search.find(id) }, "Search for it"),
    );
    main.prepend(unknownLink);
    scrollTo(0, 0);
  }

  async function showExplorer(place: Place, at: number): Promise<void> {
    let shown: Shown;
    try {
      shown = await openExplorer(place);
    } catch (error) {
      const words = `The explorer is not available: ${(error as Error).message}.`;
      shown = { node: h("p", { class: "trouble", role: "alert" }, words), stop: () => {} };
    }
    if (at !== routed) {
      shown.stop();
      return;
    }
    stopShown = shown.stop;
    main.replaceChildren(shown.node);
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }

  async function showDecoder(at: number): Promise<void> {
    let shown: HTMLElement;
    try {
      const { decoderPage } = await import("./decoder/decoder-page.ts");
      shown = await decoderPage();
    } catch (error) {
      const words = `The decoder is not available: ${(error as Error).message}.`;
      shown = h("p", { class: "trouble", role: "alert" }, words);
    }
    if (at !== routed) return;
    main.replaceChildren(shown);
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }

  // Once the first frame is painted.
  requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
  // A key can be pressed before the browser reports the change.
  const follow = (): void => {
    if (fragment() !== routedID) route();
  };
  addEventListener("hashchange", follow);
  const afterRouting = (act: () => void) => () => {
    follow();
    act();
  };
  listenToKeys({
    "/": search.open,
    j: afterRouting(() => step(1)),
    k: afterRouting(() => step(-1)),
    t: afterRouting(tryIt),
    Escape: () => toggleMenu(false),
  });
}

function loadExplorer(): Promise<typeof import("./explorer/explorer.ts")> {
  return import("./explorer/explorer.ts");
}

/** The name after the `#`; a name that is not an escaped one is taken as it is. */
function fragment(): string {
  const hash = location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * Calls can contain passwords, so the page always shows when they go to another node than the one
 * that served it.
 */
function strangerNote(): HTMLElement {
  const back = new URL(location.href);
  back.searchParams.delete("node");
  return h(
    "p",
    { class: "stranger", role: "note" },
    "Calls go to ",
    h("strong", {}, node),
    ", not to the node of this page. ",
    h("a", { href: back.href }, "Change back"),
  );
}
