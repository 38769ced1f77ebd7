const marginPixels = 1_200;

const waiting = new WeakMap<Element, () => void>();

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) build(target);
    }
  },
  { rootMargin: `${marginPixels}px 0px` },
);

/**
 * Calls back once, when an element comes near the visible area: a page with a hundred consoles does
 * not create them all.
 */
export function whenNear(element: Element, callBack: () => void): void {
  waiting.set(element, callBack);
  observer.observe(element);
}

/** Calls back at once for what waits in an element. */
export function buildNow(element: Element): void {
  for (const each of element.querySelectorAll("*")) build(each);
}

function build(element: Element): void {
  const callBack = waiting.get(element);
  if (callBack === undefined) return;
  observer.unobserve(element);
  waiting.delete(element);
  callBack();
}
