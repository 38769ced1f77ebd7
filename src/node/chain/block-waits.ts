import type { PendingStatus } from "../../chain/chain.ts";
import { type BytesKey, type Id, keyOf } from "../../formats/bytes.ts";
import { type Block, blockTxs } from "../../pchain/blocks/block.ts";

/** How long a call waits for the block of its transaction. */
const waitMs = 5_000;

/** Calls of `platform.issueTx` on a dev node that wait until a block contains their transaction. */
export class BlockWaits {
  readonly #waiting = new Map<BytesKey, Set<(reason: string | undefined) => void>>();

  /**
   * Resolves when a block contains the transaction, or after five seconds; with a reason if the transaction is dropped
   * before that.
   */
  for(txID: Id): Promise<string | undefined> {
    const key = keyOf(txID);
    return new Promise((resolve) => {
      const end = (reason: string | undefined) => {
        clearTimeout(timer);
        resolve(reason);
      };
      const timer = setTimeout(() => {
        this.#waiting.get(key)?.delete(end);
        if (this.#waiting.get(key)?.size === 0) this.#waiting.delete(key);
        end(undefined);
      }, waitMs);
      const others = this.#waiting.get(key);
      if (others === undefined) this.#waiting.set(key, new Set([end]));
      else others.add(end);
    });
  }

  accepted(blocks: readonly Block[]): void {
    if (this.#waiting.size === 0) return;
    for (const { id } of blocks.flatMap(blockTxs)) this.#settle(id, undefined);
  }

  changed(txID: Id, status: PendingStatus): void {
    if (status.kind === "Dropped") this.#settle(txID, status.reason);
  }

  /** The chain has another past, or no more blocks are built: the calls return without a block. */
  settleAll(): void {
    for (const ends of [...this.#waiting.values()].flatMap((each) => [...each])) ends(undefined);
    this.#waiting.clear();
  }

  #settle(txID: Id, reason: string | undefined): void {
    const key = keyOf(txID);
    const ends = this.#waiting.get(key);
    this.#waiting.delete(key);
    for (const end of ends ?? []) end(reason);
  }
}
