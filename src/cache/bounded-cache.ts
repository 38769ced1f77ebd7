/**
 * A map that drops entries once their total weight exceeds a limit: the oldest first, but one that was used since it was
 * last considered gets another round. Every entry weighs 1 unless a weight function is given.
 */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  /**
   * A ring from the oldest entry to the newest. The order of the map would do, but to find the first entry of a map walks
   * over all that were deleted before it.
   */
  #oldest: Entry<K, V> | undefined;
  readonly #maxWeight: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  constructor(maxWeight: number, weigh: (value: V) => number = () => 1) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Moving it to the end at each use would cost more than the look-up.
    entry.isUsed = true;
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const added = new Entry(key, value);
    this.#entries.set(key, added);
    this.#append(added);
    this.#weight += this.#weigh(value);
    if (this.#weight > this.#maxWeight) this.#shrink(added);
  }

  #shrink(added: Entry<K, V>): void {
    // The new one goes first only if it alone is too heavy.
    added.isUsed = true;
    while (this.#weight > this.#maxWeight && this.#oldest !== undefined) {
      const entry = this.#oldest;
      if (entry.isUsed) {
        entry.isUsed = false;
        // In a ring, the oldest becomes the newest by taking one step.
        this.#oldest = entry.newer;
      } else this.delete(entry.key);
    }
    added.isUsed = false;
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#unlink(entry);
    this.#weight -= this.#weigh(entry.value);
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
    this.#weight = 0;
  }

  #append(entry: Entry<K, V>): void {
    if (this.#oldest === undefined) {
      this.#oldest = entry;
      return;
    }
    entry.newer = this.#oldest;
    entry.older = this.#oldest.older;
    entry.older.newer = entry;
    this.#oldest.older = entry;
  }

  #unlink(entry: Entry<K, V>): void {
    if (this.#oldest === entry) this.#oldest = entry.newer === entry ? undefined : entry.newer;
    entry.older.newer = entry.newer;
    entry.newer.older = entry.older;
  }
}

class Entry<K, V> {
  readonly key: K;
  readonly value: V;
  isUsed = false;
  /** The newest entry has the oldest as the next newer one. */
  newer: Entry<K, V> = this;
  older: Entry<K, V> = this;

  constructor(key: K, value: V) {
    this.key = key;
    this.value = value;
  }
}
