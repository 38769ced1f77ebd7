import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";

type Dropped = { readonly reason: string; readonly isRefused: boolean };

/** Reasons why transactions were dropped: an LRU cache of 64 entries. */
export class DroppedTxs {
  readonly #dropped = new Map<BytesKey, Dropped>();
  readonly #countMax: number;

  constructor(countMax = 64) {
    this.#countMax = countMax;
  }

  drop(txID: Id, reason: string): void {
    this.#putLast(keyOf(txID), { reason, isRefused: true });
    if (this.#dropped.size > this.#countMax) {
      const [oldest] = this.#dropped.keys();
      this.#dropped.delete(oldest!);
    }
  }

  reason(txID: Id): string | undefined {
    return this.#find(txID)?.reason;
  }

  /** The reason to reject the transaction without verifying it again. */
  refusal(txID: Id): string | undefined {
    const dropped = this.#find(txID);
    return dropped?.isRefused === true ? dropped.reason : undefined;
  }

  forget(txID: Id): void {
    this.#dropped.delete(keyOf(txID));
  }

  /** Rejected transactions are verified again when they are issued again; their reasons stay until then. */
  reconsider(): void {
    for (const [key, { reason }] of this.#dropped) {
      this.#dropped.set(key, { reason, isRefused: false });
    }
  }

  /** Returns a function that restores the current reasons. */
  keep(): () => void {
    const kept = [...this.#dropped];
    return () => {
      this.#dropped.clear();
      for (const [key, dropped] of kept) this.#dropped.set(key, dropped);
    };
  }

  #find(txID: Id): Dropped | undefined {
    const key = keyOf(txID);
    const dropped = this.#dropped.get(key);
    if (dropped !== undefined) this.#putLast(key, dropped);
    return dropped;
  }

  #putLast(key: BytesKey, dropped: Dropped): void {
    this.#dropped.delete(key);
    this.#dropped.set(key, dropped);
  }
}
