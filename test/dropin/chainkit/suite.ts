import { historyNames, newestHistoryNames } from "../../support/histories.ts";
import { startNode } from "../../support/start-node.ts";
import { pChainWalletCalls } from "../avalanche-sdk/wallet-calls.ts";
import { World } from "../avalanche-sdk/world.ts";
import { runCase } from "../case.ts";
import { npmPackages } from "../npm-packages.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { calls } from "./calls.ts";
import { Chain } from "./chain.ts";
import { openSdk, type PrimaryNetwork } from "./sdk.ts";
import { webhookCalls } from "./webhook-calls.ts";

const packages = {
  "@avalanche-sdk/chainkit": "0.3.13",
  "@avalanche-sdk/client": "0.1.1",
  viem: "2.45.0",
};

/** Every function of the primary network and for webhooks that @avalanche-sdk/chainkit has, on recorded chains and on a dev node. */
export const chainkit: Suite = {
  about:
    "every primary-network and webhook function of @avalanche-sdk/chainkit 0.3.13, on recorded chains and a dev node",
  needs: [npmPackages(packages)],
  async run(context) {
    const { network, webhooks } = await openSdk(context.cache);
    const cases = [...uncalled(network)];
    for (const name of [...historyNames, ...newestHistoryNames])
      cases.push(...(await onRecordedChain(network, name)));
    cases.push(...(await onDevNode(network, context)));
    const node = await context.startCouloir("--watch-allow-private-targets");
    cases.push(await runCase("dev node: webhooks", () => webhookCalls(node.url, webhooks)));
    return cases;
  },
};

async function onRecordedChain(network: PrimaryNetwork, name: string): Promise<Case[]> {
  const node = await startNode({ chain: name, "data-api": "true" });
  try {
    return await runCalls(name, new Chain(node.url, network));
  } finally {
    await node.stop();
  }
}

/** A node as a user starts it, on which the wallet of the other package has sent what it can send. */
async function onDevNode(network: PrimaryNetwork, context: Context): Promise<Case[]> {
  const flags = ["--gas-limit=network", "--proposervm-use-current-height=true"];
  const node = await context.startCouloir(...flags);
  const world = await World.open(node, context.cache, "spec");
  for (const call of Object.values(pChainWalletCalls))
    if (typeof call === "function") await call(world);
  await world.dev("dev.increaseTime", { seconds: 86_400 * 31 });
  return await runCalls("dev node", new Chain(node.url, network));
}

async function runCalls(name: string, chain: Chain): Promise<Case[]> {
  await chain.open();
  const cases: Case[] = [];
  for (const [method, call] of Object.entries(calls))
    cases.push(await runCase(`${name}: ${method}`, () => call(chain) as Promise<void>));
  return cases;
}

const groups = ["balances", "blocks", "rewards", "transactions", "utxos", "vertices"] as const;

/** A function that nothing calls is not left out in silence. */
function uncalled(network: PrimaryNetwork): Case[] {
  const own = methodsOf(network).concat(
    ...groups.map((group) => methodsOf(network[group]).map((method) => `${group}.${method}`)),
  );
  const called = new Set(Object.keys(calls).map((name) => name.replace(/ \(.*/, "")));
  return own
    .filter((name) => !called.has(name))
    .map((name) => ({ name, outcome: "failed", why: "is not called" }));
}

function methodsOf(group: object): string[] {
  const prototype = Object.getPrototypeOf(group) as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === "function" && name !== "constructor")
    .map(([name]) => name);
}
