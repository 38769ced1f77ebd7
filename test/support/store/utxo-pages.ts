import type { Id, ShortId } from "../../../src/formats/bytes.ts";
import { type UtxoPageRequest, walkUtxos } from "../../../src/handlers/platform/get-utxos.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";

type Options = Partial<Omit<UtxoPageRequest, "addresses">> & {
  /** The P-chain itself if absent. */
  readonly sourceChain?: Id;
};

/** A page of the UTXOs of some addresses, as getUTXOs walks them. */
export function pageOfUtxos(
  { utxos, atomicUtxos }: ChainStore,
  addresses: readonly ShortId[],
  { sourceChain, limit = 1_000, start }: Options = {},
) {
  const atomic = {
    ownedBy: (address: ShortId, after: Id | undefined) =>
      atomicUtxos.ownedBy(sourceChain!, address, after),
    listOf: () => undefined,
  };
  const source = sourceChain === undefined ? utxos : atomic;
  const { lists, count, end } = walkUtxos({ addresses, limit, start }, source);
  if (lists.flat().length !== count) throw new Error("The page counts wrongly.");
  return { utxos: lists.flat(), end };
}
