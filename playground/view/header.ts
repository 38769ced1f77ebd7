import type { Settings, Theme } from "../settings.ts";
import { freshID, h, icon } from "./element.ts";

const themes: readonly Theme[] = ["auto", "light", "dark"];

/** The bar over everything. */
export function header(options: {
  readonly settings: Settings;
  readonly profiles: readonly string[];
  /** The title of another document than ours. */
  readonly title: string | undefined;
  readonly version: string;
  readonly hasStatus: boolean;
  readonly onSearch: () => void;
  readonly onMenu: () => void;
  readonly onNode: () => void;
}): HTMLElement {
  const { settings } = options;
  return h(
    "header",
    { class: "top" },
    h(
      "button",
      {
        class: "quiet menu",
        type: "button",
        "aria-label": "Contents",
        "aria-expanded": "false",
        click: options.onMenu,
      },
      icon("menu"),
    ),
    h(
      "div",
      { class: "brand" },
      h(
        "a",
        { href: "#", "aria-label": `${options.title ?? "Couloir"}, to the top` },
        h("img", { src: "icon.svg", alt: "", width: 22, height: 22 }),
        h("span", { class: "cut" }, options.title ?? "Couloir"),
      ),
      h("span", { class: "version" }, options.version),
    ),
    h(
      "button",
      {
        class: "search-button",
        type: "button",
        "aria-label": "Search",
        "aria-keyshortcuts": "/",
        click: options.onSearch,
      },
      icon("search"),
      h("span", {}, "Search"),
      h("kbd", {}, "/"),
    ),
    h(
      "div",
      { class: "top-controls" },
      options.profiles.length > 1 && profileSelect(settings, options.profiles),
      h(
        "button",
        {
          class: "quiet node-button",
          type: "button",
          title: "Where calls go",
          click: options.onNode,
        },
        h("span", { class: "label" }, "Node"),
        h("span", { class: "cut" }, settings.node.replace(/^https?:\/\//, "")),
      ),
      options.hasStatus && h("a", { class: "quiet status-link", href: "#status" }, "Status"),
      options.hasStatus && h("a", { class: "quiet decode-link", href: "#decode" }, "Decode"),
      themeButton(settings),
    ),
  );
}

function profileSelect({ profile }: Settings, profiles: readonly string[]): HTMLElement {
  const id = freshID();
  // Narrow pages hide the label.
  const select = h(
    "select",
    { id, "aria-label": "Profile" },
    ...profiles.map((name) => h("option", { value: name }, name)),
  );
  select.value = profile.value;
  select.addEventListener("change", () => {
    profile.value = select.value;
  });
  return h("span", { class: "profile" }, h("label", { for: id }, "Profile"), select);
}

function themeButton({ theme }: Settings): HTMLElement {
  const button = h("button", { class: "quiet theme", type: "button" }, icon("theme"));
  theme.watch((value) => {
    button.title = `Theme: ${value}`;
    button.setAttribute("aria-label", `Theme: ${value}`);
  });
  button.addEventListener("click", () => {
    theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length]!;
  });
  return button;
}
