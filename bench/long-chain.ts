/*
 * Makes a chain of 100,000 blocks with a transfer each, on disk, and tells the parent process of its memory on the way.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chain } from "../src/chain/chain.ts";
import { nodeConfig } from "../src/cli/config.ts";
import { readRawConfig } from "../src/cli/raw-config.ts";
import { configuredNetwork } from "../src/node/chain/configured-network.ts";
import { openChain } from "../src/node/chain/open-chain.ts";
import { decodeUtxo } from "../src/pchain/components/utxo.ts";
import { divide, outputAt, payer } from "../test/support/transfers.ts";

export type LongChainFigures = {
  readonly height: number;
  readonly residentMiB: number;
  /** Once garbage is collected. */
  readonly heapMiB: number;
  /** Since the figures before. */
  readonly perSecond: number;
};

const heightMax = 100_000;
const step = 10_000;
const networkID = 12345;
const burned = 10_000n;
const mebibyte = 1024 * 1024;

const directory = mkdtempSync(join(tmpdir(), "couloir-bench-"));
const config = nodeConfig(await readRawConfig([`--data-dir=${directory}`], {}));
const database = { directory, inMemory: false, readOnly: false };
let now = BigInt(Math.floor(Date.now() / 1000));
const opened = await openChain({ ...config, database }, configuredNetwork(config), now);
const { store, context } = opened;
const chain = new Chain({ store, context, clock: { nowSeconds: () => now } });
let [utxo] = [...store.utxos.ownedBy(payer)]
  .map(({ bytes }) => decodeUtxo(bytes))
  .filter(({ output }) => output.kind === "TransferOutput");
let before = performance.now();
for (let height = 1; height <= heightMax; height++) {
  now += 1n;
  const tx = divide(networkID, utxo!, 1, burned);
  const refusal = chain.issue(tx);
  if (refusal !== undefined) throw new Error(refusal);
  chain.produceBlock();
  utxo = outputAt(tx, 0);
  if (height % step !== 0) continue;
  const after = performance.now();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const figures: LongChainFigures = {
    height,
    residentMiB: rss / mebibyte,
    heapMiB: heapUsed / mebibyte,
    perSecond: (step * 1000) / (after - before),
  };
  process.send?.(figures);
  before = performance.now();
}
await opened.close();
rmSync(directory, { recursive: true });
