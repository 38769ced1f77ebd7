import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  AccountBalanceResult,
  AccountCoinsResult,
  Block,
  BlockResult,
  NetworkOptionsResult,
  NetworkStatusResult,
  SearchTransactionsResult,
} from "../../../src/generated/mesh/types.ts";
import { callNode } from "../../support/call-node.ts";
import { MeshApi } from "../../support/mesh-api.ts";
import { type StartedNode, startNode } from "../../support/start-node.ts";

describe.each(["small", "apricot-to-etna", "all-1"])("Mesh of the history %s", (name) => {
  let node: StartedNode;
  let api: MeshApi;
  let blocks: Block[];

  beforeAll(async () => {
    node = await startNode({ chain: name, mesh: "true" });
    api = new MeshApi(node.url, "network-1337");
    const { current_block_identifier: last } =
      await api.get<NetworkStatusResult>("/network/status");
    blocks = [];
    for (let index = 0; index <= last.index; index++) {
      blocks.push((await api.get<BlockResult>("/block", { block_identifier: { index } })).block);
    }
    expect(blocks.at(-1)!.block_identifier).toEqual(last);
  }, 120_000);

  afterAll(() => node.stop());

  it("has the blocks of platform.getBlock, with their parents", async () => {
    for (const [index, block] of blocks.entries()) {
      const { hash } = block.block_identifier;
      const parent = blocks[Math.max(0, index - 1)]!.block_identifier;
      expect(block.parent_block_identifier).toEqual(parent);
      const { result } = await callNode(node.url, "platform.getBlock", {
        blockID: hash,
        encoding: "json",
      });
      const { height } = (result as unknown as { block: { height: number } }).block;
      expect(height).toBe(index);
      const byHash = await api.get<BlockResult>("/block", { block_identifier: { hash } });
      expect(byHash.block).toEqual(block);
    }
  });

  it("explains every balance at every block by operations", async () => {
    const sums = new Map<string, Map<string, bigint>>();
    const coins = new Map<string, string>();
    let compared = 0;
    for (const { block_identifier, transactions } of blocks) {
      const changed = new Set<string>();
      for (const { operations } of transactions) {
        for (const { account, amount, coin_change } of operations) {
          const { symbol } = amount!.currency;
          const sum = sums.get(account!.address) ?? new Map<string, bigint>();
          sum.set(symbol, (sum.get(symbol) ?? 0n) + BigInt(amount!.value));
          sums.set(account!.address, sum);
          changed.add(account!.address);
          if (coin_change === undefined) continue;
          const { identifier } = coin_change.coin_identifier;
          const isNew = coin_change.coin_action === "coin_created";
          expect(coins.has(identifier), identifier).toBe(!isNew);
          if (isNew) coins.set(identifier, account!.address);
          else coins.delete(identifier);
        }
      }
      const isSampled = block_identifier.index % 10 === 0;
      for (const [address, sum] of sums) {
        if (!changed.has(address) && !isSampled) continue;
        compared += 1;
        const asked = { account_identifier: { address }, block_identifier };
        const found = await api.get<AccountBalanceResult>("/account/balance", asked);
        expect(found.block_identifier).toEqual(block_identifier);
        const where = `${address} at ${block_identifier.index}`;
        expect(textOf(balancesOf(found)), where).toEqual(textOf(sum));
      }
    }
    expect(compared).toBeGreaterThan(blocks.length);
    for (const address of new Set(coins.values())) {
      const asked = { account_identifier: { address }, include_mempool: false };
      const found = await api.get<AccountCoinsResult>("/account/coins", asked);
      const expected = [...coins].filter(([, owner]) => owner === address).map(([coin]) => coin);
      expect(found.coins.map((each) => each.coin_identifier.identifier)).toEqual(expected.sort());
    }
  }, 300_000);

  // A reward's coin has the ID of the staking transaction, which was found instead of the one that paid it.
  it("finds the transactions of a coin, also of one that a reward paid", async () => {
    const changes = new Map<string, string[]>();
    for (const { transactions } of blocks) {
      for (const { transaction_identifier, operations } of transactions) {
        for (const { coin_change } of operations) {
          if (coin_change === undefined) continue;
          const { identifier } = coin_change.coin_identifier;
          const newer = changes.get(identifier) ?? [];
          changes.set(identifier, [transaction_identifier.hash, ...newer]);
        }
      }
    }
    const rewards = blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ operations }) =>
        operations.filter(({ metadata }) => metadata?.["type"] === "REWARD"),
      ),
    );
    expect(rewards.length).toBeGreaterThan(0);
    const rewarded = rewards.map(({ coin_change }) => coin_change!.coin_identifier.identifier);
    for (const identifier of [...rewarded, ...[...changes.keys()].slice(0, 50)]) {
      const { transactions } = await api.get<SearchTransactionsResult>("/search/transactions", {
        coin_identifier: { identifier },
      });
      const found = transactions.map(({ transaction }) => transaction.transaction_identifier.hash);
      expect(found).toEqual(changes.get(identifier));
    }
  });

  it("divides every account into its parts", async () => {
    const addresses = new Set(
      blocks
        .flatMap(({ transactions }) => transactions.flatMap(({ operations }) => operations))
        .map(({ account }) => account!.address)
        .filter((address) => address.startsWith("P-")),
    );
    const block_identifier = blocks[blocks.length >> 1]!.block_identifier;
    for (const address of addresses) {
      const ask = async (part?: string) => {
        const sub_account = part === undefined ? {} : { sub_account: { address: part } };
        return balancesOf(
          await api.get<AccountBalanceResult>("/account/balance", {
            account_identifier: { address, ...sub_account },
            block_identifier,
          }),
        );
      };
      const sum = new Map<string, bigint>();
      for (const part of ["unlocked", "locked_stakeable", "locked_not_stakeable", "staked"]) {
        for (const [symbol, value] of await ask(part)) {
          sum.set(symbol, (sum.get(symbol) ?? 0n) + value);
        }
      }
      expect(textOf(sum)).toEqual(textOf(await ask()));
    }
  });

  it("uses only types that its options list", async () => {
    const { allow } = await api.get<NetworkOptionsResult>("/network/options");
    const used = new Set(
      blocks.flatMap(({ transactions }) =>
        transactions.flatMap(({ operations }) => operations.map(({ type }) => type)),
      ),
    );
    expect([...used].filter((type) => !allow.operation_types.includes(type))).toEqual([]);
    expect(used.size).toBeGreaterThan(3);
  });
});

function balancesOf({ balances }: AccountBalanceResult): Map<string, bigint> {
  return new Map(balances.map(({ value, currency }) => [currency.symbol, BigInt(value)]));
}

/** Without currencies of which there is nothing. */
function textOf(amounts: ReadonlyMap<string, bigint>): string[] {
  return [...amounts]
    .filter(([, value]) => value !== 0n)
    .map(([symbol, value]) => `${value} ${symbol}`)
    .sort();
}
