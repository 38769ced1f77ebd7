/*
 * `copied-node.ts HISTORY DIRECTORY URL FLAGS...`: opens a store, accepts the remaining blocks of a history, each in a transaction of
 * its own, and those of an X-chain, and copies the ledger to PostgreSQL meanwhile. Prints `begun`, and `complete` when all is copied. The caller kills
 * it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Chain } from "../../../src/chain/chain.ts";
import { NodeClock } from "../../../src/node/clock.ts";
import { ledgerDatabase, openLedgerCopier } from "../../../src/node/copying/open-ledger-copier.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import { parseBlock } from "../../../src/pchain/blocks/block.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Archive } from "../../../src/store/postgres/archive.ts";
import { crossingBlocks } from "../filling/kill-filling.ts";
import { StoredCrossings } from "../follow/stored-crossings.ts";
import type { HistoryName } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";
import { owner } from "./kill-copying.ts";

const [, , name, directory, url, ...flags] = process.argv as unknown as [
  string,
  string,
  HistoryName,
  string,
  string,
  ...string[],
];
const database = { directory, inMemory: false, readOnly: false };
const { source, opened, config } = await openHistoryChain(name, database, [
  "--dev=false",
  ...flags,
]);
const { store, context } = opened;
const archive = Archive.at(url, owner);
const watches = { neededFrom: () => Number.POSITIVE_INFINITY };
const { copier, pruner } = openLedgerCopier(opened, archive, { config, log: silentLog, watches })!;
const chain = new Chain({
  store,
  context,
  clock: new NodeClock(),
  mode: "trusted",
  hasSharedMemory: false,
});
const { height } = chain.tip();
const crossings = new StoredCrossings(opened);
copier.request();
process.stdout.write("begun\n");
for await (const line of source.lines()) {
  const event = readEvent(line);
  if (event.event !== "block") continue;
  const block = parseBlock(event.bytes, { release: context.network.release });
  if (block.height <= height) continue;
  chain.acceptBlock(block, block.height - 1n);
  crossings.storeTo(Math.min(crossings.stored + 1, crossingBlocks));
  await sleep(1);
}
crossings.storeTo(crossingBlocks);
const copies = ledgerDatabase(archive, opened);
const stream = { chainID: context.xChainID, isDag: false };
for (;;) {
  const { height: copied, blocksBehind } = copier.state();
  // The server may be killed just now.
  const [crossed] = (await copies.lastCrossing(stream).catch(() => undefined)) ?? [];
  if (copied !== undefined && blocksBehind === 0 && crossed === crossingBlocks) break;
  await sleep(1);
}
pruner?.stop();
await copier.stop();
await archive.close();
await opened.close();
process.stdout.write("complete\n");
