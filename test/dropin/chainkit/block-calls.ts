import assert from "node:assert/strict";
import { type Calls, type Chain, type Members, pChain, sameSet } from "./chain.ts";

/** Functions on blocks and transactions. */
export const blockCalls: Calls = {
  "blocks.listLatest": async (chain) => {
    const blocks = await chain.walk("blocks", "listLatest", { blockchainId: pChain }, "blocks");
    const expected = await chain.ledger("ledger.getBlocks");
    assert.deepEqual(
      blocks.map((each) => [each["blockHash"], each["blockNumber"], each["txCount"]]),
      expected.map((each) => [each["blockID"], each["height"], each["txCount"]]),
    );
    assert.equal(blocks.at(-1)?.["blockNumber"], "0");
    const listed = blocks.flatMap((each) => each["transactions"]);
    sameSet(
      listed,
      chain.txs.map((tx) => tx["txHash"]),
    );
  },
  "blocks.get": async (chain) => {
    const { height } = await chain.P("platform.getHeight");
    const tip = await chain.one("blocks", "get", { blockchainId: pChain, blockId: height });
    const { block } = await chain.P("platform.getBlockByHeight", { height, encoding: "json" });
    assert.equal(tip.parentHash, block.parentID);
    const byHash = { blockchainId: pChain, blockId: tip.blockHash };
    assert.deepEqual(await chain.one("blocks", "get", byHash), tip);
  },
  "blocks.listByNodeId": async (chain) => {
    const blocks = await chain.walk("blocks", "listLatest", { blockchainId: pChain }, "blocks");
    const signed = blocks.filter((each) => each["proposerDetails"]?.nodeId !== undefined);
    const nodeId = signed[0]?.["proposerDetails"].nodeId ?? emptyNodeID;
    const request = { blockchainId: pChain, nodeId };
    const found = await chain.walk("blocks", "listByNodeId", request, "blocks");
    const own = signed.filter((each) => each["proposerDetails"].nodeId === nodeId);
    assert.deepEqual(found, own);
  },
  "transactions.listLatest": async (chain) => {
    const rows = await transactionRows(chain);
    assert.deepEqual(
      chain.txs.map((tx) => [tx["txHash"], tx["blockNumber"], burnedOf(tx)]),
      rows.map((row) => [row["txID"], row["blockHeight"], row["burned"]]),
    );
    const request = { blockchainId: pChain, sortOrder: "asc" };
    const ascending = await chain.walk("transactions", "listLatest", request, "transactions");
    assert.deepEqual(ascending.reverse(), chain.txs);
  },
  "transactions.listLatest (of addresses)": async (chain) => {
    for (const address of chain.addresses.slice(0, 5)) {
      const request = { blockchainId: pChain, addresses: address };
      const found = await chain.walk("transactions", "listLatest", request, "transactions");
      const rows = await transactionRows(chain, { addresses: [`P-${address}`] });
      assert.deepEqual(
        found.map((tx) => tx["txHash"]),
        rows.map((row) => row["txID"]),
      );
    }
  },
  "transactions.get": async (chain) => {
    for (const { txHash } of chain.txs.slice(0, 200) as { txHash: string }[]) {
      const tx = await chain.one("transactions", "get", { blockchainId: pChain, txHash });
      const row = await chain.L("ledger.getTransaction", { txID: txHash });
      const keys = (utxos: Members[]) => utxos.map((each) => [each["utxoId"], each["amount"]]);
      const own = (entries: Members[]) => entries.map((each) => [each["utxoID"], each["amount"]]);
      assert.deepEqual(keys(tx.consumedUtxos), own(row["inputs"]));
      assert.deepEqual(keys(tx.emittedUtxos), own(row["outputs"]));
    }
  },
  "transactions.listActiveStakingTransactions": async (chain) => {
    const name = "listActiveStakingTransactions";
    const request = { blockchainId: pChain };
    const staking = await chain.walk("transactions", name, request, "transactions");
    const pending = await chain.ledger("ledger.getStakingPeriods", { status: "pending" });
    const running = await chain.ledger("ledger.getStakingPeriods", { status: "running" });
    sameSet(
      staking.map((tx) => tx["txHash"]),
      [...pending, ...running].map((each) => each["txID"]),
    );
  },
};

const emptyNodeID = "NodeID-111111111111111111116DBWJs";

/** Without the genesis' transactions, which no block lists. */
async function transactionRows(chain: Chain, filter = {}): Promise<Members[]> {
  const rows = await chain.ledger("ledger.getTransactions", filter);
  return rows.filter(({ height }) => height !== "0");
}

function burnedOf(tx: Members): string {
  return tx["amountBurned"][0]?.amount ?? "0";
}
