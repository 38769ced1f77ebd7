/** The delay after a failure, doubled with each further one. */
const retryMs = 1_000;
const retryMaxMs = 60_000;
/** How long an upstream is not asked after it disagreed. */
const disagreementMs = 10_000;

export type StandingOptions = {
  readonly nowMillis: () => number;
  readonly onWarning: (message: string) => void;
};

/** Whether an upstream may be asked, by how it behaved: it fails, or disagrees with the others or this node. */
export class Standing {
  readonly #name: string;
  readonly #options: StandingOptions;
  #failures = 0;
  #retryAtMillis = 0;
  #delayMs = 0;
  #failure: string | undefined;
  #disagreement: string | undefined;

  constructor(name: string, options: StandingOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Why its responses are currently ignored, with its name; undefined for a good upstream. */
  get problem(): string | undefined {
    return this.#disagreement ?? this.#failure;
  }

  get isAvailable(): boolean {
    return this.#options.nowMillis() >= this.#retryAtMillis;
  }

  disagrees(what: string): void {
    this.#retryAtMillis = this.#options.nowMillis() + disagreementMs;
    const known = this.#disagreement;
    this.#disagreement = `${this.#name} ${what}.`;
    if (this.#disagreement !== known) this.#options.onWarning(this.#disagreement);
  }

  agrees(): void {
    this.#disagreement = undefined;
  }

  /** One kind of request may fail while others succeed: failures are forgotten after as long as the last delay. */
  succeeds(): void {
    if (this.#options.nowMillis() < this.#retryAtMillis + this.#delayMs) return;
    this.#failures = 0;
    this.#failure = undefined;
  }

  /** Requests that are on their way when one fails mostly fail, too: together they count once. */
  fails(what: string, askedMs = 0): void {
    const now = this.#options.nowMillis();
    if (this.#failures > 0 && now < this.#retryAtMillis) {
      this.#retryAtMillis = Math.max(this.#retryAtMillis, now + askedMs);
      return;
    }
    const delayMs = Math.min(retryMs * 2 ** Math.min(this.#failures, 10), retryMaxMs);
    this.#failures++;
    this.#delayMs = Math.max(askedMs, delayMs);
    this.#retryAtMillis = now + this.#delayMs;
    this.#failure = `${this.#name} ${what}.`;
    if (this.#failures === 1) this.#options.onWarning(this.#failure);
  }
}
