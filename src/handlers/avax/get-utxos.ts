import { errors } from "../../generated/errors.ts";
import {
  type ChainUtxoContext,
  type ChainUtxoParams,
  chainUtxoPage,
  type ForeignChain,
  writtenChainPage,
} from "../avm/chain-utxos.ts";
import type { WrittenHandler } from "../handler.ts";
import type { UtxoPage } from "../platform/get-utxos.ts";

/** What other chains exported to the C-chain. coreth plugin/evm/service.go GetUTXOs @ v0.13.9-rc.1 */
export const getUTXOs: WrittenHandler<
  "avax.getUTXOs",
  "blockchains" | "chain" | "node" | "queries" | "views"
> = (params, context) => {
  const page = atomicUtxoPage(params, context);
  return writtenChainPage(page, params.encoding, context, cChain(context));
};

/** Throws NoSourceChain: the C-chain has accounts, and no outputs of its own. */
export function atomicUtxoPage(params: ChainUtxoParams, context: ChainUtxoContext): UtxoPage {
  if (params.addresses.length === 0) throw errors.noAddresses();
  if (params.sourceChain === "") throw errors.noSourceChain();
  return chainUtxoPage(params, context, cChain(context));
}

/** It has accounts, and no outputs. */
export function cChain({ chain }: Pick<ChainUtxoContext, "chain">): ForeignChain {
  return { alias: "C", chainID: chain.cChainID, genesisUtxos: () => [] };
}
