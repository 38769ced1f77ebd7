/** Time that passes only when nothing else is left to do, so that tests of waiting take no time. */
export class VirtualTime {
  #now = 1_800_000_000_000;
  #timers: { atMillis: number; fire: () => void }[] = [];
  #isRunning = false;

  readonly nowMillis = (): number => this.#now;

  readonly sleep = (delayMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const cancel = () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        reject(signal.reason);
      };
      const fire = () => {
        signal.removeEventListener("abort", cancel);
        resolve();
      };
      const timer = { atMillis: this.#now + delayMs, fire };
      this.#timers.push(timer);
      signal.addEventListener("abort", cancel);
      this.#run();
    });

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#advance();
  }

  async #advance(): Promise<void> {
    while (this.#timers.length > 0) {
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      const [first] = this.#timers.sort((a, b) => a.atMillis - b.atMillis);
      if (first === undefined) break;
      this.#timers.shift();
      this.#now = Math.max(this.#now, first.atMillis);
      first.fire();
    }
    this.#isRunning = false;
  }
}
