import { Cell } from "./view/cell.ts";

/** The user's settings. */
export type Settings = {
  /** Where calls go: the address of a node, without a slash at its end. */
  readonly node: string;
  readonly profile: Cell<string>;
  /** The tab that every console shows. */
  readonly tab: Cell<string>;
  readonly theme: Cell<Theme>;
};

export type Theme = "auto" | "light" | "dark";

/** A cell that a browser remembers from visit to visit. */
export function rememberedCell<Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: Value,
): Cell<Value> {
  const key = `couloir.${name}`;
  const stored = remembered(key) as Value | null;
  const cell = new Cell(stored !== null && allowed.includes(stored) ? stored : fallback);
  cell.watch((value) => remember(key, value));
  return cell;
}

/** A browser may refuse to remember anything. */
function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Each visit then starts with the defaults.
  }
}
