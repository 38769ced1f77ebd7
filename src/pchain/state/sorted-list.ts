/** Maximum items of a chunk; a larger one is halved. Small enough that moving the items is cheap. */
const maxChunkItems = 256;

/**
 * A sorted set of chunks of bounded length. Add and delete take a binary search and the move of one chunk. It
 * must not change during iteration.
 */
export class SortedList<T> implements Iterable<T> {
  readonly #compare: (a: T, b: T) => number;
  /** No chunk is empty. */
  readonly #chunks: T[][] = [];
  #size = 0;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds the item, replacing one that compares equal. */
  add(item: T): void {
    const chunkIndex = Math.min(this.#chunkOf(item), this.#chunks.length - 1);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) {
      this.#chunks.push([item]);
      this.#size = 1;
      return;
    }
    const index = lowerBound(chunk, item, this.#compare);
    if (index < chunk.length && this.#compare(chunk[index]!, item) === 0) {
      chunk[index] = item;
      return;
    }
    chunk.splice(index, 0, item);
    this.#size++;
    if (chunk.length > maxChunkItems) {
      this.#chunks.splice(chunkIndex + 1, 0, chunk.splice(chunk.length >> 1));
    }
  }

  /** Deletes the item that compares equal, if there is one. */
  delete(item: T): boolean {
    const chunkIndex = this.#chunkOf(item);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) return false;
    const index = lowerBound(chunk, item, this.#compare);
    if (this.#compare(chunk[index]!, item) !== 0) return false;
    chunk.splice(index, 1);
    this.#size--;
    if (chunk.length === 0) this.#chunks.splice(chunkIndex, 1);
    return true;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The index of the first chunk whose last item is not before the item, or the number of chunks. */
  #chunkOf(item: T): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle]!;
      if (this.#compare(chunk[chunk.length - 1]!, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Merges two ascending sequences. If items compare equal, that of the first sequence comes first. */
export function* mergeSorted<T>(
  first: Iterable<T>,
  second: Iterable<T>,
  compare: (a: T, b: T) => number,
): IterableIterator<T> {
  const seconds = second[Symbol.iterator]();
  let next = seconds.next();
  for (const item of first) {
    while (!next.done && compare(next.value, item) < 0) {
      yield next.value;
      next = seconds.next();
    }
    yield item;
  }
  while (!next.done) {
    yield next.value;
    next = seconds.next();
  }
}

export function* withoutItems<T>(
  items: Iterable<T>,
  isLeftOut: (item: T) => boolean,
): IterableIterator<T> {
  for (const item of items) if (!isLeftOut(item)) yield item;
}

function lowerBound<T>(items: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(items[middle]!, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
