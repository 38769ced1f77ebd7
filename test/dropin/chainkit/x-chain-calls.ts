import assert from "node:assert/strict";
import { type Calls, xChain } from "./chain.ts";

/** Functions of the X-chain: this node has its genesis, and none of its blocks or vertices. */
export const xChainCalls: Calls = {
  getAssetDetails: async (chain) => {
    const { assetID } = await chain.P("platform.getStakingAssetID");
    const request = { blockchainId: xChain, assetId: assetID };
    const asset = await chain.one("", "getAssetDetails", request);
    assert.deepEqual([asset.assetId, asset.symbol, asset.denomination], [assetID, "AVAX", 9]);
  },
  "transactions.listAssetTransactions": async (chain) => {
    const { assetID } = await chain.P("platform.getStakingAssetID");
    const request = { blockchainId: xChain, assetId: assetID };
    const name = "listAssetTransactions";
    assert.deepEqual(await chain.walk("transactions", name, request, "transactions"), []);
  },
  "vertices.listLatest": async (chain) => {
    const request = { blockchainId: xChain };
    assert.deepEqual(await chain.walk("vertices", "listLatest", request, "vertices"), []);
  },
  "vertices.listByHeight": async (chain) => {
    const request = { blockchainId: xChain, vertexHeight: 1 };
    assert.deepEqual(await chain.walk("vertices", "listByHeight", request, "vertices"), []);
  },
  "vertices.getByHash": async (chain) => {
    const vertexHash = chain.txs[0]!["txHash"];
    const request = { blockchainId: xChain, vertexHash };
    await assert.rejects(chain.one("vertices", "getByHash", request), { name: "NotFoundError" });
  },
};
