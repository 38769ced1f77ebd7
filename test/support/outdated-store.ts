import { join } from "node:path";
import { Chain } from "../../src/chain/chain.ts";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { Disagreement } from "../../src/follow/acceptor.ts";
import { readContainer } from "../../src/follow/container.ts";
import { Halts } from "../../src/follow/halts.ts";
import { configuredNetwork } from "../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../src/node/chain/open-chain.ts";
import { recordFollowing } from "../../src/node/mode/recorded-mode.ts";
import type { NodeConfig } from "../../src/node/node-config.ts";
import { parseBlock } from "../../src/pchain/blocks/block.ts";
import { Rejection } from "../../src/pchain/rejection.ts";
import { BlockAcceptor } from "../../src/upstream/block-acceptor.ts";
import { readHistory } from "./histories.ts";
import { historyFolder } from "./history-chain.ts";

const name = "etna-to-helicon-1";
export const history = readHistory(name);
const farFuture = 1n << 33n;

/** The configuration of a follower of the recorded chain in a directory, with other upgrade times if given. */
export async function followerConfig(
  directory: string,
  times: object = {},
  upstream?: string,
): Promise<NodeConfig> {
  return nodeConfig(await readRawConfig(followerFlags(directory, times, upstream), {}));
}

/** The flags of that configuration. Its upstream does not exist unless one is given. */
export function followerFlags(
  directory: string,
  times: object = {},
  upstream = "http://127.0.0.1:9",
): readonly string[] {
  const upgrades = JSON.stringify({ ...(history.upgrades as object), ...times });
  return [
    `--data-dir=${directory}`,
    `--network-id=${history.networkID}`,
    `--genesis-file=${join(historyFolder(name), "genesis.json")}`,
    `--upgrade-file-content=${Buffer.from(upgrades).toString("base64")}`,
    "--rules=newest",
    "--http-port=0",
    `--upstream=${upstream}`,
  ];
}

export function openFollowed(config: NodeConfig): Promise<OpenChain> {
  return openChain({ ...config, release: "newest" }, configuredNetwork(config), farFuture);
}

/** Writes the store of a follower that executed the recorded blocks, by the upgrade times of its configuration. */
export async function executeRecorded(config: NodeConfig, count: number): Promise<OpenChain> {
  const { opened, accept } = await beginRecorded(config);
  opened.store.beginBatch();
  for (const bytes of recordedBlocks(count)) accept(bytes);
  opened.store.commitBatch();
  return opened;
}

/** The same until a block is rejected, at which following halts for good. */
export async function executeUntilHalt(config: NodeConfig, folder: string): Promise<OpenChain> {
  const { opened, chain, accept } = await beginRecorded(config);
  const { store } = opened;
  const acceptor = new BlockAcceptor(chain, store);
  const halts = new Halts({ store, acceptor, folder, nowMillis: () => 0 });
  for (const bytes of recordedBlocks()) {
    try {
      accept(bytes);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      halts.record(new Disagreement(readContainer(bytes), "trusted", error));
      return opened;
    }
  }
  throw new Error("the rules reject no block");
}

async function beginRecorded(config: NodeConfig) {
  const opened = await openFollowed(config);
  const { store, context } = opened;
  recordFollowing(store.metadata);
  const clock = { nowSeconds: () => farFuture };
  const chain = new Chain({ store, context, clock, hasSharedMemory: false });
  const accept = (bytes: Uint8Array) => {
    const block = parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
    chain.acceptBlock(block, 0n, { mode: "trusted" });
  };
  return { opened, chain, accept };
}

function recordedBlocks(count = history.blocks.length): readonly Uint8Array[] {
  const blocks = history.blocks.slice(0, count);
  return blocks.map(({ block }) => new Uint8Array(Buffer.from(block, "hex")));
}
