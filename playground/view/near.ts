const marginPixels = 1_200;

const waiting = new WeakMap<Element, () => void>();

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      waiting.get(target)?.();
      waiting.delete(target);
    }
  },
  { rootMargin: `${marginPixels}px 0px` },
);

/**
 * Calls back once, when an element comes near the visible area: a page with a hundred consoles does
 * not create them all.
 */
export function whenNear(element: Element, build: () => void): void {
  waiting.set(element, build);
  observer.observe(element);
}
