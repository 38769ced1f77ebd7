import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { avalanchejs } from "../../e2e/avalanchejs.ts";
import { Wallet } from "../../e2e/wallet.ts";
import { pChainWalletCalls } from "../avalanche-sdk/wallet-calls.ts";
import { World } from "../avalanche-sdk/world.ts";
import { runCase } from "../case.ts";
import { goBuild } from "../go/build.ts";
import { goToolchain } from "../go/toolchain.ts";
import { npmPackages } from "../npm-packages.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { comparisons } from "./comparisons.ts";
import { fillTables } from "./indexer.ts";
import { hasMariaDB, MariaDB } from "./maria-db.ts";

const { pvm, TransferableOutput } = avalanchejs;

/** The key that every local network funds. */
const ewoqKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";

const flags = [
  // It reads blocks with AvalancheGo v1.12.0.
  "--hardfork=etna",
  "--index-enabled",
  "--api-profile=avalanchego",
  "--gas-limit=network",
  "--proposervm-use-current-height=true",
];

/** flare-p-chain-indexer fills its tables from a dev node's index: each of its rows equals one of the ledger. */
export const flareIndexer: Suite = {
  about:
    "flare-p-chain-indexer with MariaDB, on a dev node with every transaction that a wallet sends",
  needs: [
    {
      what: "checkout of flare-p-chain-indexer",
      remedy: remedyFor("flare-p-chain-indexer"),
      isThere: async (context) => existsSync(join(checkoutOf(context), "indexer/main/indexer.go")),
    },
    goToolchain,
    {
      what: "MariaDB",
      remedy: "install mariadb-server, which Debian has",
      isThere: async () => hasMariaDB(),
    },
    npmPackages({ "@avalanche-sdk/client": "0.1.1", viem: "2.45.0" }),
  ],
  async run(context) {
    const binary = join(context.cache, "flare-indexer");
    await goBuild(context, checkoutOf(context), "build", "-o", binary, "./indexer/main");
    const world = await chainOfEveryTx(context);
    const { height } = await world.P<{ readonly height: string }>("platform.getHeight");
    const database = await MariaDB.start();
    try {
      const node = { url: world.url, lastIndex: Number(height) - 1 };
      await fillTables(binary, database, node, context);
      const cases: Case[] = [];
      for (const [name, compare] of Object.entries(comparisons))
        cases.push(await runCase(name, () => compare(database, world)));
      return cases;
    } finally {
      await database.end();
    }
  },
};

/** A dev node on which a wallet has sent what it can, until rewards were paid. */
async function chainOfEveryTx(context: Context): Promise<World> {
  const node = await context.startCouloir(...flags);
  await spendGenesis(node.url);
  const world = await World.open(node, context.cache, "avalanchego");
  for (const call of Object.values(pChainWalletCalls))
    if (typeof call === "function") await call(world);
  await world.dev("dev.increaseTime", { seconds: 86_400 * 31 });
  const { rewards } = await ledgerRewards(world);
  assert(rewards.length > 0, "no reward was paid");
  return world;
}

/** Moves the funds out of the genesis, because the indexer ends where an input has an output of the genesis. */
async function spendGenesis(url: string): Promise<void> {
  const wallet = await Wallet.open(ewoqKey, () => url);
  const utxos = await wallet.utxos();
  const all = await wallet.balance();
  await wallet.send(
    (funds, context) => {
      const own = [wallet.addressBytes];
      const rest = TransferableOutput.fromNative(context.avaxAssetID, all - 1_000_000_000n, own);
      return pvm.newBaseTx({ ...funds, outputs: [rest] }, context);
    },
    { utxos },
  );
}

function ledgerRewards(world: World) {
  return world.L<{ readonly rewards: readonly unknown[] }>("ledger.getRewards");
}

function checkoutOf(context: Context): string {
  return context.source("flare-p-chain-indexer") ?? "";
}
