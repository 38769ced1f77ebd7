import type { ChainStore } from "../../store/chain-store.ts";

/** Between two turns. */
const pauseMs = 25;
/** Of a turn, so that no call waits long. */
const turnMs = 4;

export type LedgerPrunerOptions = {
  readonly store: ChainStore;
  /** The newest blocks whose rows stay. */
  readonly keepBlocks: number;
  /** The last height whose rows the database has; undefined while that is not known. */
  readonly copied: () => number | undefined;
  /** The lowest height that others still read in the store. */
  readonly neededFrom: () => number;
  readonly onError: (error: unknown) => void;
};

/** Removes the rows of old blocks that the database has from the store, in short turns. */
export class LedgerPruner {
  readonly #options: LedgerPrunerOptions;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LedgerPrunerOptions) {
    this.#options = options;
  }

  /** Call it when the database has more rows. */
  request(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#turn()) this.request();
    }, pauseMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Returns whether more may follow. */
  #turn(): boolean {
    const { store, keepBlocks, copied, neededFrom, onError } = this.#options;
    const height = copied();
    const { ledger, blocks } = store;
    // Rows that are missing may change others when they are filled.
    if (height === undefined || height < 0 || ledger.gaps().length > 0) return false;
    const wanted = Number(blocks.lastAccepted().height) - keepBlocks + 1;
    const { pruning } = ledger;
    const below = pruning.removableBelow(Math.min(wanted, neededFrom()), height);
    const end = performance.now() + turnMs;
    try {
      return store.together(() => {
        while (performance.now() < end) if (!pruning.step(below)) return false;
        return true;
      });
    } catch (error) {
      onError(error);
      return false;
    }
  }
}
