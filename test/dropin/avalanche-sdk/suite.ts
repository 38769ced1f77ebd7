import { runCase } from "../case.ts";
import { npmPackages } from "../npm-packages.ts";
import type { Case, Suite } from "../suite.ts";
import { healthCalls, indexCalls, infoCalls, proposervmCalls, xChainCalls } from "./node-calls.ts";
import { pChainCalls } from "./p-chain-calls.ts";
import { importSdk } from "./sdk.ts";
import { pChainWalletCalls, walletCalls } from "./wallet-calls.ts";
import { type Calls, World } from "./world.ts";

/** Every method that @avalanche-sdk/client has for this node's APIs, called once. */
export const avalancheSdk: Suite = {
  about: "every method of @avalanche-sdk/client 0.1.1, with viem 2.45.0",
  needs: [npmPackages({ "@avalanche-sdk/client": "0.1.1", viem: "2.45.0" })],
  async run(context) {
    // Warp messages are signed by the validators of the block before.
    const flags = ["--network-id=local", "--proposervm-use-current-height=true"];
    const world = await World.open(await context.startCouloir(...flags), context.cache);
    const cases: Case[] = [];
    for (const [entry, calls] of groups) {
      cases.push(...(await runCalls(world, entry, calls)));
      const exported = Object.keys(await importSdk<object>(context.cache, `/methods/${entry}`));
      cases.push(...uncalled(entry, calls, exported));
    }
    return cases;
  },
};

/** By the package's entries; its admin, cChain and public methods are of APIs that this node does not have. */
const groups: readonly (readonly [entry: string, calls: Calls])[] = [
  ["wallet/pChain", pChainWalletCalls],
  ["wallet", walletCalls],
  ["pChain", pChainCalls],
  ["info", infoCalls],
  ["health", healthCalls],
  ["index", indexCalls],
  ["xChain", xChainCalls],
  ["proposervm", proposervmCalls],
];

async function runCalls(world: World, entry: string, calls: Calls): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [method, call] of Object.entries(calls)) {
    const run = typeof call === "function" ? () => call(world) : async () => call;
    cases.push(await runCase(`${entry}.${method}`, run));
  }
  return cases;
}

/** A method that nothing calls is not left out in silence. */
function uncalled(entry: string, calls: Calls, exported: readonly string[]): Case[] {
  return exported
    .filter((method) => calls[method] === undefined)
    .map((method) => ({ name: `${entry}.${method}`, outcome: "failed", why: "is not called" }));
}
