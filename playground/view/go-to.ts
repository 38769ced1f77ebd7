// Both, after the page is filled: on a slow machine, few frames are drawn in that time.
const settleMs = 1_500;
const settleFrames = 30;
const handsOn = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
const scrollKeys = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

let lastHold = new AbortController();
lastHold.abort();
let reached: HTMLElement | undefined;

addEventListener("wheel", forget, { passive: true });
addEventListener("touchmove", forget, { passive: true });
addEventListener("keydown", ({ key }) => {
  if (scrollKeys.includes(key)) forget();
});

/**
 * Scrolls to an element and keeps it at the top while the content above gets its real height, or
 * until the user scrolls.
 */
export function goTo(id: string): void {
  const wasHolding = !lastHold.signal.aborted;
  lastHold.abort();
  // Between the change of the link and the event that reports it, the page may have been held at the target before.
  if (id === "" && wasHolding) scrollTo(0, 0);
  const target = document.getElementById(id);
  if (target === null) return;
  reached = target;
  const end = new AbortController();
  lastHold = end;
  const { signal } = end;
  let frames = 0;
  let filledMs: number | undefined;
  const hold = (): void => {
    if (signal.aborted) return;
    target.scrollIntoView();
    if (target.closest("[aria-busy]") === null) {
      filledMs ??= performance.now();
      frames += 1;
      if (frames > settleFrames && performance.now() - filledMs > settleMs) end.abort();
    }
    requestAnimationFrame(hold);
  };
  for (const name of handsOn) addEventListener(name, () => end.abort(), { signal, passive: true });
  hold();
}

/**
 * The element of the last jump, until the user scrolls away from it. Its position does not show
 * this: content above it may still get its real height.
 */
export function reachedElement(): HTMLElement | undefined {
  const box = reached?.isConnected ? reached.getBoundingClientRect() : undefined;
  // Dragging the scroll bar causes no event that a jump does not cause.
  return box !== undefined && box.bottom > 0 && box.top < innerHeight ? reached : undefined;
}

function forget(): void {
  reached = undefined;
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
