import type { LedgerRow } from "../../store/ledger/schema.ts";

/**
 * When a rule about time can match next if nothing that it depends on changes: blocks before that can be left out. It is kept for
 * the highest block that was read: a delivery may read older ones meanwhile.
 */
export class Due {
  #height = -1;
  #isReached: (row: LedgerRow<"blocks">) => boolean = () => true;

  /** `isReached` says of a later block, by its row, whether the rule may match it. */
  set(height: number, isReached: (row: LedgerRow<"blocks">) => boolean): void {
    if (height < this.#height) return;
    this.#height = height;
    this.#isReached = isReached;
  }

  mayMatch(row: LedgerRow<"blocks">): boolean {
    return row.height <= this.#height || this.#isReached(row);
  }
}
