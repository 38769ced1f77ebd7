import type { Id } from "../formats/bytes.ts";
import type { ChainContext } from "../networks/network.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { cChainGenesisBlockID } from "./c-chain-genesis.ts";
import { xChainGenesisBlockID } from "./x-chain.ts";

export type GenesisBlocks = { readonly X: Id; readonly C: Id | undefined };

/** IDs of the X- and C-chain blocks at height 0. The store caches the C-chain one, which is slow to compute. */
export function genesisBlocks(store: ChainStore, context: ChainContext): GenesisBlocks {
  const { xChainID, network } = context;
  return { X: xChainGenesisBlockID(xChainID, network.upgrades), C: cChainBlockID(store, context) };
}

/** Under an older name, stores have IDs without the header fields since Granite. */
const cChainKey = "c-chain-genesis-block-hash";

function cChainBlockID(store: ChainStore, { cChainID, network }: ChainContext): Id | undefined {
  const kept = store.metadata.get(cChainKey);
  if (kept !== undefined) return kept.length === 0 ? undefined : kept;
  const created = store.txs.byID(cChainID)?.tx.unsigned;
  const data = created?.kind === "CreateChainTx" ? created.genesisData : undefined;
  const id = data && hashOf(data, network.upgrades);
  store.metadata.set(cChainKey, id ?? new Uint8Array());
  return id;
}

/** Undefined for a genesis that is not valid. */
function hashOf(data: Uint8Array, upgrades: ChainContext["network"]["upgrades"]): Id | undefined {
  try {
    return cChainGenesisBlockID(data, upgrades);
  } catch {
    return undefined;
  }
}
