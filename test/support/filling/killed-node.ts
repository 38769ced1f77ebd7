/*
 * `killed-node.ts HISTORY DIRECTORY`: opens the store of a part of a history, which has no ledger, fills its ledger and
 * accepts the remaining blocks meanwhile, each in a transaction of its own, and those of an X-chain. Prints `begun`, and `complete` at the end. The
 * caller kills it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Chain } from "../../../src/chain/chain.ts";
import { NodeClock } from "../../../src/node/clock.ts";
import { LedgerFilling } from "../../../src/node/filling/ledger-filling.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import { parseBlock } from "../../../src/pchain/blocks/block.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { StoredCrossings } from "../follow/stored-crossings.ts";
import type { HistoryName } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";
import { crossingBlocks } from "./kill-filling.ts";

const [, , name, directory] = process.argv as unknown as [string, string, HistoryName, string];
const database = { directory, inMemory: false, readOnly: false };
const { source, opened, config } = await openHistoryChain(name, database);
const { store, context } = opened;
const clock = new NodeClock();
const hasCaughtUp = () => true;
const filling = new LedgerFilling({
  opened,
  config,
  clock,
  log: silentLog,
  hasCaughtUp,
  calls: () => 0,
});
const chain = new Chain({ store, context, clock, mode: "trusted", hasSharedMemory: false });
const { height } = chain.tip();
const crossings = new StoredCrossings(opened);
filling.start();
process.stdout.write("begun\n");
for await (const line of source.lines()) {
  const event = readEvent(line);
  if (event.event !== "block") continue;
  const block = parseBlock(event.bytes, { release: context.network.release });
  if (block.height <= height) continue;
  chain.acceptBlock(block, block.height - 1n);
  storeCrossing();
  await sleep(1);
}
while (storeCrossing()) await sleep(1);
while (filling.isNeeded) await sleep(1);
await filling.stop();
await opened.close();
process.stdout.write("complete\n");

/** Applies some that are stored, or stores another one. False if there are no more. */
function storeCrossing(): boolean {
  if (crossings.feed.advance()) return true;
  if (crossings.stored === crossingBlocks) return false;
  crossings.storeTo(crossings.stored + 1);
  return true;
}
