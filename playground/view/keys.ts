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
  const entries = [...document.querySelectorAll<HTMLElement>(".reference .entry")];
  const at = entries.findLastIndex((entry) => entry.getBoundingClientRect().top <= readingLine());
  const next = entries[Math.max(0, at + by)];
  if (next !== undefined) location.hash = next.id;
}

/** The first input of the entry that is read. */
export function tryIt(): void {
  const entries = [...document.querySelectorAll<HTMLElement>(".reference .entry")];
  const entry = entries.findLast((each) => each.getBoundingClientRect().top <= readingLine());
  const target =
    entry?.querySelector<HTMLElement>(".panel :is(input, select, textarea)") ??
    entry?.querySelector<HTMLElement>(".send");
  target?.focus();
}

/** Slightly below the position of an entry after a jump to it. */
function readingLine(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
