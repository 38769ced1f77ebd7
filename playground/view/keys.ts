import { reachedElement } from "./go-to.ts";
import { buildNow } from "./near.ts";

/** Keys that work anywhere but where text is typed. */
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "k") {
      event.preventDefault();
      actions["/"]?.();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Goes to the next or previous entry. */
export function step(by: 1 | -1): void {
  const entries = allEntries();
  const next = entries[Math.max(0, entries.indexOf(entryRead(entries)!) + by)];
  if (next !== undefined) location.hash = next.id;
}

/** Puts the focus on the first input of the entry that is read. */
export function tryIt(): void {
  const entry = entryRead(allEntries());
  if (entry === undefined) return;
  buildNow(entry);
  const target =
    entry.querySelector<HTMLElement>(".panel :is(input, select, textarea)") ??
    entry.querySelector<HTMLElement>(".send");
  target?.focus();
}

function allEntries(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".reference .entry")];
}

/** The entry of the last jump, or after scrolling the one at the reading line. */
function entryRead(entries: readonly HTMLElement[]): HTMLElement | undefined {
  const reached = reachedElement();
  if (reached !== undefined && entries.includes(reached)) return reached;
  return entries.findLast((each) => each.getBoundingClientRect().top <= readingLine());
}

/** Slightly below the position of an entry after a jump to it. */
function readingLine(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
