import { equalBytes } from "../../formats/bytes.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { LedgerChanges } from "../../store/ledger/block-changes.ts";
import type { LedgerSink } from "../../store/ledger/ledger.ts";

/** The store has another past than when filling began: a dev node was reverted. */
export class OtherPast extends Error {}

/**
 * Writes the rows of a second store, which executes the blocks of a store again, into the gaps of that store's ledger. It
 * commits them before the second store commits the blocks. It writes nothing if the second store is ahead of the first
 * gap already.
 */
export class GapWriter implements LedgerSink {
  readonly #store: ChainStore;
  readonly #isSameBlock: (height: number, id: Uint8Array) => boolean;
  #rows: LedgerChanges[] = [];
  /** The last height that was added. */
  #height: number | undefined;
  /** Where the first gap must begin; undefined before the first row. */
  #gapFrom: number | undefined;
  #isAhead = false;

  constructor(store: ChainStore, isSameBlock = blocksOf(store)) {
    this.#store = store;
    this.#isSameBlock = isSameBlock;
  }

  /** How many blocks wait. */
  get waiting(): number {
    return this.#rows.length;
  }

  readonly add = (changes: LedgerChanges): void => {
    if (this.#isAhead) return;
    const gaps = this.#store.ledger.gaps();
    const [first] = changes.rows.blocks;
    if (first === undefined) return;
    if (this.#height === undefined) {
      this.#gapFrom = gaps[0]?.from;
      this.#isAhead = this.#gapFrom === undefined || this.#gapFrom < first.height;
      if (this.#isAhead) return;
    }
    this.#height = changes.height;
    if (gaps.some(({ from, to }) => from <= first.height && changes.height <= to)) {
      this.#rows.push(changes);
    }
  };

  /** Throws OtherPast. */
  readonly flush = (): void => {
    const height = this.#height;
    const { ledger } = this.#store;
    if (height === undefined || this.#gapFrom === undefined) return;
    if (ledger.gaps()[0]?.from !== this.#gapFrom) throw new OtherPast();
    const rows = this.#rows;
    if (rows.length === 0) return;
    const last = rows.at(-1)!.rows.blocks.at(-1)!;
    if (!this.#isSameBlock(last.height, last.id)) throw new OtherPast();
    this.#store.together(() => ledger.fillTo(last.height, rows));
    // If that fails, the rows are tried again, or the second store loses its blocks, too.
    this.#rows = [];
    this.#gapFrom = ledger.gaps()[0]?.from;
  };
}

function blocksOf(store: ChainStore) {
  return (height: number, id: Uint8Array) => {
    const block = store.blocks.byHeight(BigInt(height));
    return block !== undefined && equalBytes(block.id, id);
  };
}
