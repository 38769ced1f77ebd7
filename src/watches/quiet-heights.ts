import { keyOf } from "../formats/bytes.ts";
import type { LedgerChanges } from "../store/ledger/block-changes.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import type { WatchRegistry } from "./registry.ts";

/** More are not remembered: their blocks are read. */
const heightsMax = 100_000;

/**
 * The heights at which no watch has anything to report, as far as the rows show when they are written. Most blocks concern no
 * watched address: to look their addresses up costs a hundredth of reading the block's events.
 */
export class QuietHeights {
  readonly #quiet = new Set<bigint>();
  readonly #registry: WatchRegistry;
  /** The last block that changed more than balances: rows of later ones say nothing until it was read. */
  #changedAt = -1;

  constructor(registry: WatchRegistry) {
    this.#registry = registry;
  }

  /** Call with the rows of each block, and of each change of a dev node outside of blocks. */
  note(changes: LedgerChanges): void {
    if (this.#registry.size === 0) return;
    const { blocks } = changes.rows;
    const isQuiet = this.#isQuiet(changes);
    // A change outside of blocks leaves a height that is not quiet as it is.
    if (blocks.length === 0 && !isQuiet) this.#quiet.delete(BigInt(changes.height));
    for (const row of blocks) {
      const { height } = row;
      // A proposal changes nothing until its option.
      const isQuietHere = (isQuiet || height !== changes.height) && !this.#mayMatch(row);
      if (isQuietHere && this.#quiet.size < heightsMax) this.#quiet.add(BigInt(height));
      else this.#quiet.delete(BigInt(height));
    }
  }

  has(height: bigint): boolean {
    return this.#quiet.has(height);
  }

  /** Call when the height was passed. */
  passed(height: bigint): void {
    this.#quiet.delete(height);
  }

  /** Call when watches watch something else, or blocks were undone. */
  forget(): void {
    this.#quiet.clear();
  }

  /** Whether one of the watches that look at each block may match one, by its row. */
  #mayMatch(row: LedgerRow<"blocks">): boolean {
    const { hasEachBlock, scanned } = this.#registry;
    if (!hasEachBlock) return false;
    const isLookedAt =
      scanned !== undefined &&
      (scanned.height > this.#changedAt ||
        (scanned.height === BigInt(this.#changedAt) && scanned.count > 0));
    return !isLookedAt || this.#registry.mayMatchRow(row);
  }

  #isQuiet({ height, rows, stakers }: LedgerChanges): boolean {
    const registry = this.#registry;
    const others =
      stakers.length + rows.rewards.length + rows.l1_events.length + rows.validator_changes.length;
    if (others > 0) this.#changedAt = Math.max(height, this.#changedAt);
    if (others > 0 && registry.hasOtherKeys) return false;
    return !rows.address_txs.some(({ address }) => registry.watchesAddress(keyOf(address)));
  }
}
