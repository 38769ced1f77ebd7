import type { BytesKey } from "../../formats/bytes.ts";
import { compareExpiries, expiryKey } from "./expiry-set.ts";
import { mergeSorted, SortedList, withoutItems } from "./sorted-list.ts";
import type { Expiry, State } from "./state.ts";

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
