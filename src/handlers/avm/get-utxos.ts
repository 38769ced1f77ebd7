import type { ChainContext } from "../../networks/network.ts";
import { encodeUtxo, utxoID } from "../../pchain/components/utxo.ts";
import { xChainGenesisUtxos } from "../../pchain/genesis/x-chain.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { WrittenHandler } from "../handler.ts";
import {
  type ChainUtxoContext,
  chainUtxoPage,
  type ForeignChain,
  type OwnedUtxo,
  writtenChainPage,
} from "./chain-utxos.ts";

/** The X-chain's outputs of some addresses, page by page. avalanchego vms/avm/service.go @ v1.14.2 */
export const getUTXOs: WrittenHandler<
  "avm.getUTXOs",
  "blockchains" | "chain" | "node" | "queries" | "views"
> = (params, context) => {
  const chain = xChain(context);
  return writtenChainPage(chainUtxoPage(params, context, chain), params.encoding, context, chain);
};

/** A follower's X-chain has blocks, which it does not execute. */
export function xChain({ chain, node, queries, views }: ChainUtxoContext): ForeignChain {
  const genesisUtxos =
    node.mode === "follow" ? undefined : () => views.memo(genesisUtxosOf, chain, queries.txs);
  return { alias: "X", chainID: chain.xChainID, genesisUtxos };
}

/** Newest first, as AvalancheGo lists them. */
function genesisUtxosOf(
  { xChainID, avaxAssetID }: ChainContext,
  txs: ChainQueries["txs"],
): readonly OwnedUtxo[] {
  const created = txs.byID(xChainID)?.tx.unsigned;
  if (created?.kind !== "CreateChainTx") return [];
  return xChainGenesisUtxos(created.genesisData, avaxAssetID)
    .map((utxo) => ({
      utxoID: utxoID(utxo),
      bytes: encodeUtxo(utxo),
      addresses: "addresses" in utxo.output ? utxo.output.addresses : [],
    }))
    .reverse();
}
