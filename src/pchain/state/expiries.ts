import { type BytesKey, compareBytes, keyOf } from "../../formats/bytes.ts";
import { mergeSorted, SortedList, withoutItems } from "./sorted-list.ts";
import type { Expiry, State } from "./state.ts";

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

/** Changes of expiries relative to a parent state. avalanchego vms/platformvm/state/expiry.go @ v1.12.1 */
export class ExpiryDiff {
  readonly #modified = new Map<BytesKey, { readonly expiry: Expiry; readonly isAdded: boolean }>();
  #added: SortedList<Expiry> | undefined;

  has(parent: State, expiry: Expiry): boolean {
    return this.#modified.get(expiryKey(expiry))?.isAdded ?? parent.hasExpiry(expiry);
  }

  expiries(parent: Iterable<Expiry>): Iterable<Expiry> {
    if (this.#modified.size === 0) return parent;
    const unmodified = withoutItems(parent, (expiry) => this.#modified.has(expiryKey(expiry)));
    return this.#added === undefined
      ? unmodified
      : mergeSorted(unmodified, this.#added, compareExpiries);
  }

  put(expiry: Expiry): void {
    this.#modified.set(expiryKey(expiry), { expiry, isAdded: true });
    this.#added ??= new SortedList<Expiry>(compareExpiries);
    this.#added.add(expiry);
  }

  delete(expiry: Expiry): void {
    this.#modified.set(expiryKey(expiry), { expiry, isAdded: false });
    this.#added?.delete(expiry);
  }

  changes(): { readonly added: readonly Expiry[]; readonly deleted: readonly Expiry[] } {
    const modified = [...this.#modified.values()];
    return {
      added: modified.flatMap(({ expiry, isAdded }) => (isAdded ? [expiry] : [])),
      deleted: modified.flatMap(({ expiry, isAdded }) => (isAdded ? [] : [expiry])),
    };
  }
}
