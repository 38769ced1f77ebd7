import assert from "node:assert/strict";
import { type Calls, type Chain, type Members, pChain } from "./chain.ts";

/** Functions on UTXOs, balances and addresses. */
export const utxoCalls: Calls = {
  "utxos.listByAddresses": async (chain) => {
    for (const address of chain.addresses.slice(0, 20)) {
      const request = { blockchainId: pChain, addresses: address, pageSize: 100 };
      await compareUtxos(chain, address, await utxosOf(chain, "listByAddresses", request));
    }
  },
  "utxos.listByAddressesV2": async (chain) => {
    for (const address of chain.addresses) {
      const body = { addresses: address };
      const request = {
        blockchainId: pChain,
        primaryNetworkAddressesBodyDto: body,
        pageSize: 1000,
      };
      await compareUtxos(chain, address, await utxosOf(chain, "listByAddressesV2", request));
    }
  },
  "utxos.listByAddresses (spent ones too)": async (chain) => {
    const addresses = chain.addresses.slice(0, 64).join(",");
    const request = { blockchainId: pChain, addresses, includeSpent: true, pageSize: 1000 };
    const all = await utxosOf(chain, "listByAddresses", request);
    const spent = all.filter((utxo) => utxo["consumingTxHash"] !== undefined);
    const consumed = new Map<string, string>();
    for (const tx of chain.txs)
      for (const { utxoId } of tx["consumedUtxos"]) consumed.set(utxoId, tx["txHash"]);
    for (const utxo of spent)
      assert.equal(consumed.get(utxo["utxoId"]), utxo["consumingTxHash"], utxo["utxoId"]);
  },
  "utxos.getLastActivityTimestampByAddresses": async (chain) => {
    for (const address of chain.addresses.slice(0, 20)) {
      const request = { blockchainId: pChain, addresses: address };
      const name = "getLastActivityTimestampByAddresses";
      compareActivity(chain, address, await chain.one("utxos", name, request));
    }
  },
  "utxos.getLastActivityTimestampByAddressesV2": async (chain) => {
    for (const address of chain.addresses) {
      const body = { addresses: address };
      const request = { blockchainId: pChain, primaryNetworkAddressesBodyDto: body };
      const name = "getLastActivityTimestampByAddressesV2";
      compareActivity(chain, address, await chain.one("utxos", name, request));
    }
  },
  "balances.listByAddresses": async (chain) => {
    for (const address of chain.addresses) {
      const request = { blockchainId: pChain, addresses: address };
      const { balances } = await chain.one("balances", "listByAddresses", request);
      const avax = (member: string) =>
        (balances[member] as Members[])
          .filter(({ symbol }) => symbol === "AVAX")
          .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const own = await chain.P("platform.getBalance", { addresses: [`P-${address}`] });
      assert.deepEqual(
        ["unlockedUnstaked", "lockedStakeable", "lockedPlatform"].map((name) => String(avax(name))),
        [own["unlocked"], own["lockedStakeable"], own["lockedNotStakeable"]],
      );
      const { staked } = await chain.P("platform.getStake", { addresses: [`P-${address}`] });
      const stake = avax("unlockedStaked") + avax("lockedStaked") + avax("pendingStaked");
      assert.equal(String(stake), staked);
    }
  },
  getChainIdsForAddresses: async (chain) => {
    const addresses = chain.addresses.slice(0, 64);
    const request = { addresses: addresses.join(",") };
    const found = await chain.one("", "getChainIdsForAddresses", request);
    const rows = new Map<string, string[]>(
      found.addresses.map((each: Members) => [each["address"], each["blockchainIds"]]),
    );
    for (const address of addresses) assert(rows.get(address)!.includes(primary), address);
  },
};

const primary = "11111111111111111111111111111111LpoYY";

function utxosOf(chain: Chain, method: string, request: object): Promise<Members[]> {
  return chain.walk("utxos", method, request, "utxos");
}

/** Those that are not staked are exactly the node's, the others are its stake. */
async function compareUtxos(chain: Chain, address: string, utxos: Members[]): Promise<void> {
  const unstaked = utxos.filter(({ staked }) => staked !== true);
  const { numFetched } = await chain.P("platform.getUTXOs", {
    addresses: [`P-${address}`],
    limit: 1024,
    encoding: "json",
  });
  if (Number(numFetched) < 1024) assert.equal(String(unstaked.length), numFetched);
  const { staked } = await chain.P("platform.getStake", { addresses: [`P-${address}`] });
  const stake = utxos
    .filter((utxo) => utxo["staked"] === true && utxo["asset"].symbol === "AVAX")
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  assert.equal(String(stake), staked);
}

function compareActivity(chain: Chain, address: string, found: Members): void {
  const newest = chain.txs.find((tx) =>
    [...tx["consumedUtxos"], ...tx["emittedUtxos"]].some((utxo) =>
      utxo.addresses.includes(address),
    ),
  );
  assert.deepEqual(
    [found["txHash"], found["timestamp"]],
    [newest?.["txHash"], newest?.["blockTimestamp"]],
  );
}
