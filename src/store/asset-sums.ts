import { type BytesKey, compareBytes, type Id, keyOf } from "../formats/bytes.ts";
import { addSaturating } from "../pchain/uint64.ts";

/** Sums amounts by asset and name. Each sum saturates at 2^64 - 1. */
export class AssetSums<Name extends string> {
  readonly #names: readonly Name[];
  readonly #sums = new Map<BytesKey, { readonly assetID: Id } & Record<Name, bigint>>();

  constructor(names: readonly Name[]) {
    this.#names = names;
  }

  add(assetID: Id, name: Name, amount: bigint): void {
    const key = keyOf(assetID);
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      const zeros = Object.fromEntries(this.#names.map((zero) => [zero, 0n]));
      sum = { assetID, ...(zeros as Record<Name, bigint>) };
      this.#sums.set(key, sum);
    }
    (sum as Record<Name, bigint>)[name] = addSaturating(sum[name], amount);
  }

  /** In order of asset ID. */
  totals(): ({ readonly assetID: Id } & Readonly<Record<Name, bigint>>)[] {
    return [...this.#sums.values()].sort((a, b) => compareBytes(a.assetID, b.assetID));
  }
}
