/**
 * A map that drops entries once their total weight exceeds a limit: the oldest first, but one that was used since it was
 * last considered gets another round. Every entry weighs 1 unless a weight function is given.
 */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
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
    const added = { value, isUsed: false };
    this.#entries.set(key, added);
    this.#weight += this.#weigh(value);
    if (this.#weight > this.#maxWeight) this.#shrink(added);
  }

  #shrink(added: Entry<V>): void {
    // The new one goes first only if it alone is too heavy.
    added.isUsed = true;
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= this.#maxWeight) break;
      if (entry.isUsed) {
        entry.isUsed = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.delete(key);
    }
    added.isUsed = false;
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(entry.value);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}

type Entry<V> = { readonly value: V; isUsed: boolean };
