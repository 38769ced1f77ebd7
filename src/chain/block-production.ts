import type { Chain } from "./chain.ts";

/** The longest sleep before the next change of stakers is computed again. avalanchego vms/platformvm/block/builder @ v1.12.1 */
const sleepSecondsMax = 3600n;

/** Delay before transactions that did not fit are tried again. */
const retryMs = 1000;

export type BlockProductionOptions = {
  readonly chain: Chain;
  readonly clock: { nowSeconds(): bigint };
  /** `manual` builds a block only on request. */
  readonly mode: "auto" | "manual";
  readonly onError: (error: unknown) => void;
};

/**
 * Builds blocks: immediately when transactions wait, and when a staker's period or an L1 validator's balance
 * ends. Transactions that arrive in one turn of the event loop share a block.
 */
export class BlockProduction {
  readonly #options: BlockProductionOptions;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;
  #running = false;

  constructor(options: BlockProductionOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = true;
    this.request();
  }

  /** Transactions that arrived in this turn of the event loop get their block first. */
  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
    if (this.#turn === undefined) return;
    clearImmediate(this.#turn);
    this.#turn = undefined;
    const { chain, onError } = this.#options;
    if (chain.mempool.size === 0) return;
    try {
      chain.produceBlock();
    } catch (error) {
      onError(error);
    }
  }

  /** Call when something changed: a transaction arrived, the clock moved, a block was accepted. */
  request(): void {
    if (!this.#running || this.#options.mode === "manual" || this.#turn !== undefined) return;
    this.#turn = setImmediate(() => {
      this.#turn = undefined;
      this.#produce();
    });
  }

  #produce(): void {
    clearTimeout(this.#timer);
    const { chain, onError } = this.#options;
    try {
      if (chain.produceBlock()) {
        this.request();
        return;
      }
    } catch (error) {
      onError(error);
    }
    this.#sleep();
  }

  #sleep(): void {
    const { chain, clock } = this.#options;
    if (chain.mempool.size > 0) {
      this.#wake(retryMs);
      return;
    }
    const now = clock.nowSeconds();
    const next = chain.nextChangeTime(now + sleepSecondsMax);
    this.#wake(next > now ? Number(next - now) * 1000 : retryMs);
  }

  #wake(delayMs: number): void {
    this.#timer = setTimeout(() => this.request(), delayMs);
    this.#timer.unref();
  }
}
