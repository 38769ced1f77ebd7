import type { Id, ShortId } from "../../../src/formats/bytes.ts";
import {
  type UtxoPage,
  type UtxoPageRequest,
  walkUtxos,
} from "../../../src/handlers/platform/get-utxos.ts";
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
): UtxoPage {
  return walkUtxos({ addresses, limit, start }, (address, after) =>
    sourceChain === undefined
      ? utxos.ownedBy(address, after)
      : atomicUtxos.ownedBy(sourceChain, address, after),
  );
}
