// So long one task may take, so that typing and scrolling are answered between two.
const sliceMs = 12;
// What is filled before the page is shown first.
const firstMs = 25;

/**
 * Fills sections that stand empty at their places: what a person came for first, the rest piece by piece right after. An
 * empty section takes the room that is foreseen for it, so nothing moves when it is filled out of sight.
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

  /** Fills all others while nothing else is to be done, then tells. */
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

  /** Leaves the rest empty, for a page that is not shown any more. */
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
