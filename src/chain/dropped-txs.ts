import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";

type Dropped = { readonly reason: string; readonly isRefused: boolean };

/** Why transactions were dropped: the last 64, the least recently asked forgotten first. */
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

  /** Why it is refused without being looked at again. */
  refusal(txID: Id): string | undefined {
    const dropped = this.#find(txID);
    return dropped?.isRefused === true ? dropped.reason : undefined;
  }

  forget(txID: Id): void {
    this.#dropped.delete(keyOf(txID));
  }

  /** What was refused is looked at again when it comes again; until then its reason stays. */
  reconsider(): void {
    for (const [key, { reason }] of this.#dropped) {
      this.#dropped.set(key, { reason, isRefused: false });
    }
  }

  /** Returns what brings the present reasons back. */
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
