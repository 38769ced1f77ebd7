import { runCase } from "../case.ts";
import { npmPackages } from "../npm-packages.ts";
import { type Profile, profiles } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { healthCalls, indexCalls, infoCalls, proposervmCalls, xChainCalls } from "./node-calls.ts";
import { pChainCalls } from "./p-chain-calls.ts";
import { importSdk } from "./sdk.ts";
import { pChainWalletCalls, walletCalls } from "./wallet-calls.ts";
import { type Calls, World } from "./world.ts";

/** Every method that @avalanche-sdk/client has for this node's APIs, called once. */
export const avalancheSdk: Suite = {
  about: "every method of @avalanche-sdk/client 0.1.1 with viem 2.45.0, in each profile",
  needs: [npmPackages({ "@avalanche-sdk/client": "0.1.1", viem: "2.45.0" })],
  async run(context) {
    const cases: Case[] = [];
    for (const profile of profiles) cases.push(...(await inProfile(context, profile)));
    for (const [entry, skipped] of Object.entries(foreign)) {
      const methods = await exportsOf(context, entry);
      const skip = (method: string) => runCase(`${entry}.${method}`, async () => ({ skipped }));
      cases.push(...(await Promise.all(methods.map(skip))));
    }
    return cases;
  },
};

/** By the package's entries. */
const groups: Readonly<Record<string, Calls>> = {
  "wallet/pChain": pChainWalletCalls,
  wallet: walletCalls,
  pChain: pChainCalls,
  info: infoCalls,
  health: healthCalls,
  index: indexCalls,
  xChain: xChainCalls,
  proposervm: proposervmCalls,
};

/** Entries of what this node does not have. */
const foreign: Readonly<Record<string, string>> = {
  "wallet/cChain": "there is no C-chain",
  "wallet/xChain": "the X-chain takes no transactions here",
  cChain: "there is no C-chain",
  public: "asks the C-chain's EVM",
  admin: "there is no admin API",
};

async function inProfile(context: Context, profile: Profile): Promise<Case[]> {
  const flags = [
    "--network-id=local",
    "--gas-limit=network",
    // Warp messages are signed by the validators of the block before.
    "--proposervm-use-current-height=true",
  ];
  const node = await context.startCouloir(...flags, `--api-profile=${profile}`);
  const world = await World.open(node, context.cache, profile);
  const cases: Case[] = [];
  for (const [entry, calls] of Object.entries(groups)) {
    cases.push(...(await runCalls(world, entry, calls)));
    cases.push(...uncalled(entry, calls, await exportsOf(context, entry)));
  }
  return cases;
}

async function exportsOf({ cache }: Context, entry: string): Promise<string[]> {
  return Object.keys(await importSdk<object>(cache, `/methods/${entry}`));
}

async function runCalls(world: World, entry: string, calls: Calls): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [method, call] of Object.entries(calls)) {
    const run = typeof call === "function" ? () => call(world) : async () => call;
    cases.push(await runCase(`${world.profile}: ${entry}.${method}`, run));
  }
  return cases;
}

/** A method that nothing calls is not left out in silence. */
function uncalled(entry: string, calls: Calls, exported: readonly string[]): Case[] {
  return exported
    .filter((method) => calls[method] === undefined)
    .map((method) => ({ name: `${entry}.${method}`, outcome: "failed", why: "is not called" }));
}
