/** A value with subscribers. */
export class Cell<Value> {
  #value: Value;
  readonly #watchers = new Set<(value: Value) => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set value(value: Value) {
    if (value === this.#value) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher(value);
  }

  /** Calls back now and after each change, until the returned function is called. */
  watch(watcher: (value: Value) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#value);
    return () => this.#watchers.delete(watcher);
  }
}
