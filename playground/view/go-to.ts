const settleMs = 1_500;
const handsOn = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

let stopHolding = (): void => {};

/**
 * Scrolls to an element and keeps it at the top while the content above gets its real height, or
 * until the user scrolls.
 */
export function goTo(id: string): void {
  stopHolding();
  const target = document.getElementById(id);
  if (target === null) return;
  const end = new AbortController();
  const { signal } = end;
  const hold = (): void => {
    if (signal.aborted) return;
    target.scrollIntoView();
    requestAnimationFrame(hold);
  };
  stopHolding = () => end.abort();
  for (const name of handsOn) addEventListener(name, stopHolding, { signal, passive: true });
  setTimeout(stopHolding, settleMs);
  hold();
}

/** Keeps an element in place while the height of another changes. */
export function holding(element: Element | null, change: () => void): void {
  const before = element?.getBoundingClientRect().top;
  change();
  const after = element?.getBoundingClientRect().top;
  if (before !== undefined && after !== undefined && element?.isConnected) {
    scrollBy(0, after - before);
  }
}
