/**
 * Runs at most so many tasks at a time. Tasks of one flow, such as a connection, run one after another; flows take
 * turns. Every second turn belongs to the flow that arrived last, so that a newcomer does not wait for a crowd that came
 * before it.
 */
export class FairQueue {
  readonly #parallelMax: number;
  readonly #waiting = new Map<unknown, (() => void)[]>();
  readonly #runningFlows = new Set<unknown>();
  #isNewestNext = false;

  constructor(parallelMax: number) {
    this.#parallelMax = parallelMax;
  }

  get runningCount(): number {
    return this.#runningFlows.size;
  }

  get waitingCount(): number {
    let count = 0;
    for (const tasks of this.#waiting.values()) count += tasks.length;
    return count;
  }

  run<Value>(flow: unknown, task: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const start = () => {
        const end = () => {
          this.#runningFlows.delete(flow);
          this.#startNext();
        };
        task().then(resolve, reject).then(end);
      };
      const tasks = this.#waiting.get(flow);
      if (tasks === undefined) this.#waiting.set(flow, [start]);
      else tasks.push(start);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#runningFlows.size < this.#parallelMax) {
      const flow = this.#nextFlow();
      if (flow === undefined) return;
      const tasks = this.#waiting.get(flow.id)!;
      const start = tasks.shift()!;
      // The flow goes to the end, after those that wait.
      this.#waiting.delete(flow.id);
      if (tasks.length > 0) this.#waiting.set(flow.id, tasks);
      this.#runningFlows.add(flow.id);
      start();
    }
  }

  /** The flow that has its turn; undefined if none can start. */
  #nextFlow(): { readonly id: unknown } | undefined {
    const ready = [...this.#waiting.keys()].filter((flow) => !this.#runningFlows.has(flow));
    if (ready.length === 0) return undefined;
    const isNewest = this.#isNewestNext;
    this.#isNewestNext = !isNewest;
    return { id: ready.at(isNewest ? -1 : 0) };
  }
}
