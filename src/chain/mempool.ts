import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { inputIDs } from "../pchain/txs/unsigned-tx.ts";

const txSizeMaxBytes = 64 * 1024;
const mempoolSizeMaxBytes = 64 * 1024 * 1024;

/**
 * Transactions that wait for a block, first in first out. No two of them spend the same UTXO. avalanchego
 * vms/txs/mempool/mempool.go @ v1.12.1
 */
export class Mempool {
  readonly #txs = new Map<BytesKey, Tx>();
  readonly #spenders = new Map<BytesKey, Tx>();
  #bytesAvailable = mempoolSizeMaxBytes;

  get size(): number {
    return this.#txs.size;
  }

  get bytesUsed(): number {
    return mempoolSizeMaxBytes - this.#bytesAvailable;
  }

  get bytesAvailable(): number {
    return this.#bytesAvailable;
  }

  has(txID: Id): boolean {
    return this.#txs.has(keyOf(txID));
  }

  get(txID: Id): Tx | undefined {
    return this.#txs.get(keyOf(txID));
  }

  /** Oldest first. */
  [Symbol.iterator](): IterableIterator<Tx> {
    return this.#txs.values();
  }

  /** Throws a Rejection if the transaction is a duplicate, is too large, conflicts, or does not fit. */
  add(tx: Tx): void {
    const id = keyOf(tx.id);
    const bytes = tx.bytes.length;
    if (this.#txs.has(id)) throw new Rejection(`duplicate tx: ${formatId(tx.id)}`);
    if (bytes > txSizeMaxBytes) {
      throw new Rejection(
        `tx too large: ${formatId(tx.id)} size (${bytes}) > max size (${txSizeMaxBytes})`,
      );
    }
    if (bytes > this.#bytesAvailable) {
      throw new MempoolFull(
        `mempool is full: ${formatId(tx.id)} size (${bytes}) > available space (${this.#bytesAvailable})`,
      );
    }
    const spent = inputIDs(tx.unsigned).map(keyOf);
    if (spent.some((utxoID) => this.#spenders.has(utxoID))) {
      throw new Rejection(`tx conflicts with other tx: ${formatId(tx.id)}`);
    }
    this.#bytesAvailable -= bytes;
    this.#txs.set(id, tx);
    for (const utxoID of spent) this.#spenders.set(utxoID, tx);
  }

  /** Removes a transaction, or, if the mempool does not have it, those that conflict with it. */
  remove(tx: Tx): void {
    if (this.#txs.has(keyOf(tx.id))) {
      this.#forget(tx);
      return;
    }
    for (const utxoID of inputIDs(tx.unsigned)) {
      const conflicting = this.#spenders.get(keyOf(utxoID));
      if (conflicting !== undefined) this.#forget(conflicting);
    }
  }

  clear(): void {
    for (const tx of [...this]) this.#forget(tx);
  }

  /** Returns a function that restores the current transactions. */
  keep(): () => void {
    const kept = [...this];
    return () => {
      this.clear();
      for (const tx of kept) this.add(tx);
    };
  }

  #forget(tx: Tx): void {
    if (!this.#txs.delete(keyOf(tx.id))) return;
    this.#bytesAvailable += tx.bytes.length;
    for (const utxoID of inputIDs(tx.unsigned)) this.#spenders.delete(keyOf(utxoID));
  }
}

/** The mempool is full. Unlike other rejections, this one is not remembered. */
export class MempoolFull extends Rejection {}
