import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { configuredNetwork } from "../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../src/node/chain/open-chain.ts";
import { NodeClock } from "../../src/node/clock.ts";
import { createNode } from "../../src/node/create-node.ts";
import { silentLog } from "../../src/node/logging/log.ts";
import type { NodeConfig } from "../../src/node/node-config.ts";
import {
  type HistoryName,
  historyGenesisFile,
  historyNames,
  newestHistoryNames,
  readHistory,
  rulesFlag,
} from "./histories.ts";
import { importRecordedContainers } from "./import-containers.ts";
import { replayHistory } from "./replay-history.ts";

/**
 * What a transcript says of the node that answers it: `chain`, `containers`, `clock`, and flags of the node by name.
 * test/transcripts/README.md describes them.
 */
export type NodeOptions = Readonly<Record<string, string>>;

export type StartedNode = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** Within the period in which the local genesis starts at 2026-10-03T04:00:00Z. */
const frozenTime = "2026-11-21T00:00:00Z";

/** Starts a node in this process, in a directory of its own, on a free port, with a clock that stands. */
export async function startNode(options: NodeOptions): Promise<StartedNode> {
  const directory = await mkdtemp(join(tmpdir(), "couloir-transcripts-"));
  const { url, stop } = await startNodeIn(directory, options);
  return {
    url,
    stop: async () => {
      await stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** As `startNode`, in a directory that stays when the node is stopped. `prepareMore` is called before the node opens the chain. */
export async function startNodeIn(
  directory: string,
  options: NodeOptions,
  prepareMore: (opened: OpenChain) => void = () => {},
): Promise<StartedNode> {
  const { chain, containers, clock: time, ...flags } = options;
  const history = chain === undefined ? undefined : parseChain(chain);
  const config = await configOf(directory, {
    ...identityOfStaker1,
    ...(history === undefined ? {} : flagsOfHistory(history.name)),
    ...flags,
  });
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Date.parse(time ?? frozenTime));
  const prepare = async (opened: OpenChain) => {
    if (containers !== undefined) await importRecordedContainers(opened);
    if (history !== undefined) {
      const { lastClock } = replayHistory(readHistory(history.name), { ...opened, ...history });
      if (time === undefined) clock.set(Number(lastClock) * 1000);
    }
    prepareMore(opened);
  };
  // The node makes the genesis of a followable chain itself.
  if (!config.followable) await withChain(config, clock, prepare);
  const node = await createNode(config, silentLog, { clock });
  return { url: await node.start(), stop: () => node.stop() };
}

async function withChain(
  config: NodeConfig,
  clock: NodeClock,
  prepare: (opened: OpenChain) => Promise<void>,
): Promise<void> {
  const opened = await openChain(
    config,
    configuredNetwork(config),
    clock.nowSeconds(),
    config.ledger,
  );
  try {
    await prepare(opened);
  } finally {
    await opened.close();
  }
}

/** `small`, `banff-to-etna@120`: a recorded history, up to a height. */
function parseChain(text: string): { readonly name: HistoryName; readonly heightMax: number } {
  const [given, height] = text.split("@");
  const name = [...historyNames, ...newestHistoryNames].find((known) => known === given);
  if (name === undefined) throw new Error(`there is no recorded chain ${text}`);
  return { name, heightMax: height === undefined ? Number.MAX_SAFE_INTEGER : Number(height) };
}

async function configOf(directory: string, flags: NodeOptions): Promise<NodeConfig> {
  const always = {
    "data-dir": join(directory, "data"),
    "http-port": "0",
    // The recorded answers are those of v1.12.1.
    rules: "avalanchego-1.12",
    // What AvalancheGo answers: where gas is scarce, and only the genesis funds keys.
    ...(!("offline" in flags || "upstream" in flags) && {
      "block-production": "manual",
      "gas-limit": "network",
    }),
  };
  const given = Object.entries({ ...always, ...flags });
  const args = given.map(([name, value]) => `--${name}=${value}`);
  const config = nodeConfig(await readRawConfig(args, {}));
  return { ...config, local: { ...config.local, accountCount: 1 } };
}

/** The first of the five well-known stakers of a local network. */
const identityOfStaker1: NodeOptions = {
  "staking-tls-cert-file": staking("staker1.crt"),
  "staking-tls-key-file": staking("staker1.key"),
  "staking-signer-key-file": staking("signer1.key"),
};

function staking(name: string): string {
  return new URL(`../vectors/staking/${name}`, import.meta.url).pathname;
}

/** Its blocks come from elsewhere, so that this node's index does not have them. */
function flagsOfHistory(name: HistoryName): NodeOptions {
  const { networkID, upgrades } = readHistory(name);
  return {
    "network-id": String(networkID),
    "genesis-file": historyGenesisFile(name).pathname,
    "upgrade-file-content": Buffer.from(JSON.stringify(upgrades)).toString("base64"),
    "index-enabled": "false",
    rules: rulesFlag(name).slice("--rules=".length),
  };
}
