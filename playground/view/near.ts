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

/** Calls back once, when an element comes near to what is seen: a page of a hundred consoles need not make them all. */
export function whenNear(element: Element, build: () => void): void {
  waiting.set(element, build);
  observer.observe(element);
}
