import type { ChainContext } from "../../networks/network.ts";
import type { Metadata } from "../../store/metadata.ts";

/** The IDs that follow from the genesis of a store; undefined for an empty store. */
export function readChainIDs(
  metadata: Metadata,
): Pick<ChainContext, "avaxAssetID" | "xChainID" | "cChainID"> | undefined {
  const avaxAssetID = metadata.get("avax-asset-id");
  const xChainID = metadata.get("x-chain-id");
  const cChainID = metadata.get("c-chain-id");
  if (avaxAssetID === undefined || xChainID === undefined || cChainID === undefined)
    return undefined;
  return { avaxAssetID, xChainID, cChainID };
}

/** Writes them into an empty store. */
export function writeChainIDs(metadata: Metadata, context: ChainContext): void {
  for (const [key, id] of Object.entries(contextIDs)) metadata.set(key, context[id]);
}

/** The parts of a chain's context that follow from its genesis, by their key in the store. */
const contextIDs = {
  "avax-asset-id": "avaxAssetID",
  "x-chain-id": "xChainID",
  "c-chain-id": "cChainID",
} as const;
