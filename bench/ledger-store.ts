/*
 * `ledger-store.ts DIRECTORY [verified-]on|[verified-]off|filling|pruning TXS TXS_PER_BLOCK ADDRESSES KEPT_BLOCKS`: executes a chain of transfers on disk with the ledger
 * on or off, fills the ledger of such a chain, or removes its old rows, and reports figures to the parent process.
 */
import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Chain } from "../src/chain/chain.ts";
import { nodeConfig } from "../src/cli/config.ts";
import { readRawConfig } from "../src/cli/raw-config.ts";
import { configuredNetwork } from "../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../src/node/chain/open-chain.ts";
import { NodeClock } from "../src/node/clock.ts";
import { LedgerFilling } from "../src/node/filling/ledger-filling.ts";
import { silentLog } from "../src/node/logging/log.ts";
import { parseBlock } from "../src/pchain/blocks/block.ts";
import { transferBlocks } from "./ledger-chain.ts";

export type LedgerStoreFigures = {
  readonly blocks: number;
  readonly blocksPerSecond: number;
  readonly cpuMicrosPerBlock: number;
  readonly peakMiB: number;
  readonly bytes: number;
};

export type LedgerStoreMode = "on" | "off" | "verified-on" | "verified-off" | "filling" | "pruning";

/** As many blocks with a transfer as `couloir replay` has in a transaction. */
const batchTxs = 8000;

/** Adds up the time of what is measured. */
class Watch {
  #ms = 0;
  #cpuMicros = 0;

  run<T>(work: () => T): T {
    const cpu = process.cpuUsage();
    const began = performance.now();
    const result = work();
    this.#note(began, cpu);
    return result;
  }

  async runAsync<T>(work: () => Promise<T>): Promise<T> {
    const cpu = process.cpuUsage();
    const began = performance.now();
    const result = await work();
    this.#note(began, cpu);
    return result;
  }

  per(blocks: number) {
    return {
      blocksPerSecond: (blocks * 1000) / this.#ms,
      cpuMicrosPerBlock: this.#cpuMicros / blocks,
    };
  }

  #note(began: number, before: NodeJS.CpuUsage): void {
    const { user, system } = process.cpuUsage(before);
    this.#ms += performance.now() - began;
    this.#cpuMicros += user + system;
  }
}

const [directory, mode, ...numbers] = process.argv.slice(2) as [
  string,
  LedgerStoreMode,
  ...string[],
];
const [txs, txsPerBlock, addresses, keptBlocks] = numbers.map(Number) as [
  number,
  number,
  number,
  number,
];
const flags = [`--data-dir=${directory}`, "--hardfork=durango"];
const config = nodeConfig(await readRawConfig(flags, {}));
const nowSeconds = BigInt(Math.floor(Date.now() / 1000));
const opened = await openChain(
  config,
  configuredNetwork(config),
  nowSeconds,
  !mode.endsWith("off"),
);
const watch = new Watch();
const modes: Record<LedgerStoreMode, (chain: OpenChain) => number | Promise<number>> = {
  on: execute,
  off: execute,
  "verified-on": verify,
  "verified-off": verify,
  filling: fill,
  pruning: prune,
};
const blocks = await modes[mode](opened);
const { maxRSS } = process.resourceUsage();
await opened.close();
process.send?.({
  blocks,
  ...watch.per(blocks),
  peakMiB: maxRSS / 1024,
  bytes: statSync(opened.file).size,
} satisfies LedgerStoreFigures);

/** Measures what a follower does with a block that it has while it catches up, from its bytes on. */
function execute(opened: OpenChain): number {
  return executeBlocks(opened, "trusted");
}

/** Measures what `couloir replay` does with a block without `--trusted`. */
function verify(opened: OpenChain): number {
  return executeBlocks(opened, "verified");
}

function executeBlocks({ store, context }: OpenChain, acceptance: "trusted" | "verified"): number {
  const isSigned = acceptance === "verified";
  // A second a block: later than the clock of the machine.
  const clock = { nowSeconds: () => store.state.timestamp() };
  const chain = new Chain({ store, context, clock, mode: acceptance });
  let batch: Uint8Array[] = [];
  let count = 0;
  const accept = () => {
    store.beginBatch();
    for (const bytes of batch) {
      const block = parseBlock(bytes);
      chain.acceptBlock(block, block.height - 1n);
    }
    store.commitBatch();
    count += batch.length;
    batch = [];
  };
  for (const { bytes } of transferBlocks(store, { txs, txsPerBlock, addresses, isSigned })) {
    batch.push(bytes);
    if (batch.length * txsPerBlock >= batchTxs) watch.run(accept);
  }
  watch.run(accept);
  return count;
}

function fill(chain: OpenChain): Promise<number> {
  const { ledger, blocks: stored } = chain.store;
  const filling = new LedgerFilling({
    opened: chain,
    config,
    clock: new NodeClock(),
    log: silentLog,
    hasCaughtUp: () => true,
    calls: () => 0,
  });
  return watch.runAsync(async () => {
    filling.start();
    while (ledger.gaps().length > 0) await sleep(20);
    await filling.stop();
    return Number(stored.lastAccepted().height);
  });
}

function prune({ store }: OpenChain): number {
  const height = Number(store.blocks.lastAccepted().height);
  const below = height - keptBlocks + 1;
  watch.run(() => {
    const some = () => {
      for (let steps = 0; steps < 1000; steps++)
        if (!store.ledger.pruning.step(below)) return false;
      return true;
    };
    while (store.together(some));
  });
  return height;
}
