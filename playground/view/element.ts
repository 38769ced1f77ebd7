type Child = Node | string | undefined | false | readonly Child[];

type Attributes = Readonly<Record<string, string | number | boolean | undefined | Listener>>;
type Listener = (event: never) => void;

/**
 * Creates an element. A function attribute listens to the event of its name, `true` is an attribute
 * without a value, and false or undefined is omitted.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== undefined && child !== false) element.append(child as Node | string);
  }
}

const svgNamespace = "http://www.w3.org/2000/svg";

const iconPaths = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14",
  menu: "M2 4h12M2 8h12M2 12h12",
  close: "m3.5 3.5 9 9m0-9-9 9",
  copy: "M5.5 5.5v-3h8v8h-3m0-5h-8v8h8z",
  done: "m3 8.5 3.2 3.2L13 4.8",
  outside: "M6.5 3H3v10h10V9.5M9 3h4v4m0-4L7.5 8.5",
  theme: "M8 2v12A6 6 0 0 0 8 2a6 6 0 0 0 0 12",
  plus: "M8 3v10M3 8h10",
} as const;

/** A decorative line drawing. Its meaning is in the text next to it. */
export function icon(name: keyof typeof iconPaths): SVGElement {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svgNamespace, "path");
  path.setAttribute("d", iconPaths[name]);
  svg.append(path);
  return svg;
}

/** Replaces what is in a place. A focus inside moves to the place. */
export function replaceIn(place: HTMLElement, ...content: readonly (Node | string)[]): void {
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(...content);
  if (!hadFocus) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

let lastID = 0;

/** An id for an element that another one refers to. */
export function freshID(): string {
  lastID += 1;
  return `e${lastID}`;
}
