import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { runCase } from "../case.ts";
import { executable } from "../launcher.ts";
import type { Case, Context } from "../suite.ts";

/** What the steps of one network share. */
type Network = {
  readonly context: Context;
  readonly tmpnetctl: string;
  readonly nodeCount: number;
  readonly env: Readonly<Record<string, string>>;
};

/** Starts, restarts and stops networks with the command that tmpnet ships. */
export async function runCommands(
  context: Context,
  tmpnetctl: string,
  env: Readonly<Record<string, string>>,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const nodeCount of [1, 5]) {
    const root = join(env["HOME"] as string, `of-${nodeCount}`);
    const network: Network = {
      context,
      tmpnetctl,
      nodeCount,
      env: { ...env, TMPNET_ROOT_DIR: root },
    };
    for (const [name, step] of Object.entries(steps)) {
      cases.push(await runCase(`tmpnetctl ${name}, ${nodeCount} nodes`, () => step(network)));
    }
  }
  return cases;
}

const steps: Readonly<Record<string, (network: Network) => Promise<void>>> = {
  async "start-network"(network) {
    const flags = [`--avalanchego-path=${executable}`, `--node-count=${network.nodeCount}`];
    await command(network, "start-network", ...flags);
    if (uris(network).length !== network.nodeCount) throw new Error(`runs ${uris(network)}`);
  },
  async "restart-network"(network) {
    const before = uris(network);
    await command(network, "restart-network");
    if (String(uris(network)) !== String(before)) throw new Error(`moved to ${uris(network)}`);
  },
  async "stop-network"(network) {
    await command(network, "stop-network");
    if (uris(network).length > 0) throw new Error(`still runs ${uris(network)}`);
  },
};

async function command(network: Network, name: string, ...flags: string[]): Promise<void> {
  const { context, tmpnetctl, nodeCount, env } = network;
  const latest = join(env["TMPNET_ROOT_DIR"] as string, "latest");
  const { code, err } = await context.run([tmpnetctl, name, ...flags], {
    log: `tmpnetctl-${nodeCount}`,
    cwd: context.cache,
    env: existsSync(latest) ? { ...env, TMPNET_NETWORK_DIR: latest } : env,
  });
  if (code !== 0) throw new Error(err.trim().split("\n").at(-1));
}

/** Of the nodes that run, by their process files. */
function uris({ env }: Network): string[] {
  const directory = realpathSync(join(env["TMPNET_ROOT_DIR"] as string, "latest"));
  return readdirSync(directory)
    .map((entry) => join(directory, entry, "process.json"))
    .filter((file) => existsSync(file))
    .map((file) => (JSON.parse(readFileSync(file, "utf8")) as { uri: string }).uri);
}
