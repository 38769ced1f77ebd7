import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";

/** Why transactions were dropped: the last 64, the least recently asked forgotten first. */
export class DroppedTxs {
  readonly #reasons = new Map<BytesKey, string>();
  readonly #countMax: number;

  constructor(countMax = 64) {
    this.#countMax = countMax;
  }

  drop(txID: Id, reason: string): void {
    const key = keyOf(txID);
    this.#reasons.delete(key);
    this.#reasons.set(key, reason);
    if (this.#reasons.size > this.#countMax) {
      const [oldest] = this.#reasons.keys();
      this.#reasons.delete(oldest!);
    }
  }

  reason(txID: Id): string | undefined {
    const key = keyOf(txID);
    const reason = this.#reasons.get(key);
    if (reason === undefined) return undefined;
    this.#reasons.delete(key);
    this.#reasons.set(key, reason);
    return reason;
  }

  forget(txID: Id): void {
    this.#reasons.delete(keyOf(txID));
  }

  /** Returns what brings the present reasons back. */
  keep(): () => void {
    const kept = [...this.#reasons];
    return () => {
      this.#reasons.clear();
      for (const [key, reason] of kept) this.#reasons.set(key, reason);
    };
  }
}
