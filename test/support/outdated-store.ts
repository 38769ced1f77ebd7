import { join } from "node:path";
import { Chain } from "../../src/chain/chain.ts";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { configuredNetwork } from "../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../src/node/chain/open-chain.ts";
import { recordFollowing } from "../../src/node/mode/recorded-mode.ts";
import type { NodeConfig } from "../../src/node/node-config.ts";
import { parseBlock } from "../../src/pchain/blocks/block.ts";
import { readHistory } from "./histories.ts";
import { historyFolder } from "./history-chain.ts";

const name = "etna-to-helicon-1";
export const history = readHistory(name);
const farFuture = 1n << 33n;

/** The configuration of a follower of the recorded chain in a directory, with other upgrade times if given. */
export async function followerConfig(directory: string, times: object = {}): Promise<NodeConfig> {
  const upgrades = JSON.stringify({ ...(history.upgrades as object), ...times });
  const flags = [
    `--data-dir=${directory}`,
    `--network-id=${history.networkID}`,
    `--genesis-file=${join(historyFolder(name), "genesis.json")}`,
    `--upgrade-file-content=${Buffer.from(upgrades).toString("base64")}`,
    "--rules=newest",
    "--http-port=0",
    "--upstream=http://127.0.0.1:9",
  ];
  return nodeConfig(await readRawConfig(flags, {}));
}

export function openFollowed(config: NodeConfig): Promise<OpenChain> {
  return openChain({ ...config, release: "newest" }, configuredNetwork(config), farFuture);
}

/** Writes the store of a follower that executed the recorded blocks, by the upgrade times of its configuration. */
export async function executeRecorded(config: NodeConfig, count: number): Promise<OpenChain> {
  const opened = await openFollowed(config);
  const { store, context } = opened;
  recordFollowing(store.metadata);
  const clock = { nowSeconds: () => farFuture };
  const chain = new Chain({ store, context, clock, hasSharedMemory: false });
  store.beginBatch();
  for (const { block } of history.blocks.slice(0, count)) {
    const bytes = new Uint8Array(Buffer.from(block, "hex"));
    chain.acceptBlock(parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY }), 0n, {
      mode: "trusted",
    });
  }
  store.commitBatch();
  return opened;
}
