// The maximum length of one task, so that the page reacts to typing and scrolling between tasks.
const sliceMs = 12;
// The sections filled before the page is first shown.
const firstMs = 25;

/**
 * Fills empty sections in their places: first the one that the link points to, then the rest in
 * pieces. An empty section reserves an estimated height, so nothing moves when it is filled out of
 * sight.
 */
export class Filling {
  readonly #waiting = new Map<string, { readonly section: HTMLElement; readonly fill: Fill }>();
  #isStopped = false;

  add(section: HTMLElement, fill: Fill): HTMLElement {
    this.#waiting.set(section.id, { section, fill });
    return section;
  }

  /** Fills a section now, and some that follow it. */
  fillFrom(id: string): void {
    const ids = [...this.#waiting.keys()];
    const at = Math.max(0, ids.indexOf(id));
    const endMs = performance.now() + firstMs;
    for (const each of ids.slice(at)) {
      this.#fill(each);
      if (performance.now() > endMs) return;
    }
  }

  /** Fills all other sections while the page is idle, then calls back. */
  fillRest(onDone: () => void): void {
    const work = (): void => {
      if (this.#isStopped) return;
      const endMs = performance.now() + sliceMs;
      for (const id of this.#waiting.keys()) {
        this.#fill(id);
        if (performance.now() > endMs) break;
      }
      if (this.#waiting.size > 0) setTimeout(work);
      else onDone();
    };
    setTimeout(work);
  }

  /** Stops filling, for a page that is no longer shown. */
  stop(): void {
    this.#isStopped = true;
  }

  #fill(id: string): void {
    const { section, fill } = this.#waiting.get(id)!;
    this.#waiting.delete(id);
    section.append(...fill());
  }
}

type Fill = () => readonly HTMLElement[];
