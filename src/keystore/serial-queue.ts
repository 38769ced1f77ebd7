/** Runs tasks with the same key one after another, in the order of the calls. */
export class SerialQueue {
  readonly #lastByKey = new Map<unknown, Promise<void>>();

  async run<Value>(key: unknown, task: () => Promise<Value>): Promise<Value> {
    const before = this.#lastByKey.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const settled = result.then(ignore, ignore);
    this.#lastByKey.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#lastByKey.get(key) === settled) this.#lastByKey.delete(key);
    }
  }
}

function ignore(): void {}
