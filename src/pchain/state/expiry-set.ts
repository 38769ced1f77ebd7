import { type BytesKey, compareBytes, keyOf } from "../../formats/bytes.ts";
import { SortedList } from "./sorted-list.ts";
import type { Expiry } from "./state.ts";

/** Registration messages that were used and have not expired. avalanchego vms/platformvm/state/expiry.go @ v1.12.1 */
export class ExpirySet implements Iterable<Expiry> {
  readonly #keys = new Set<BytesKey>();
  readonly #ordered = new SortedList<Expiry>(compareExpiries);

  /** Ascending by (timestamp, validationID). */
  [Symbol.iterator](): Iterator<Expiry> {
    return this.#ordered[Symbol.iterator]();
  }

  has(expiry: Expiry): boolean {
    return this.#keys.has(expiryKey(expiry));
  }

  put(expiry: Expiry): void {
    this.#keys.add(expiryKey(expiry));
    this.#ordered.add(expiry);
  }

  delete(expiry: Expiry): void {
    this.#keys.delete(expiryKey(expiry));
    this.#ordered.delete(expiry);
  }
}

export function compareExpiries(a: Expiry, b: Expiry): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1;
  return compareBytes(a.validationID, b.validationID);
}

export function expiryKey({ timestamp, validationID }: Expiry): BytesKey {
  return `${timestamp}:${keyOf(validationID)}` as BytesKey;
}
