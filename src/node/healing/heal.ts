import { rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { Chain } from "../../chain/chain.ts";
import { Rate } from "../../follow/progress.ts";
import { forgetApplied } from "../../follow/stored-chain/shared-memory-feed.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { parseBlock } from "../../pchain/blocks/block.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { replaceDerivedTables } from "../../store/derived-tables.ts";
import {
  formatExecutedSchedule,
  readExecutedSchedule,
  writeExecutedSchedule,
} from "../../store/executed-schedule.ts";
import { renewLedgerEpoch } from "../../store/ledger/epoch.ts";
import { genesisTime, type OpenChain, openChain } from "../chain/open-chain.ts";
import { healingFolder, needsHealing } from "../chain/outdated-schedule.ts";
import type { NodeClock } from "../clock.ts";
import type { Log } from "../logging/log.ts";
import type { Mode } from "../mode/decide-mode.ts";
import { recordedMode } from "../mode/recorded-mode.ts";
import { type NodeConfig, StartError } from "../node-config.ts";

/** Blocks share a transaction for this long; a process that is killed loses them. */
const batchMs = 200;
const reportMs = 5_000;

export type HealingOptions = {
  readonly config: NodeConfig;
  readonly clock: NodeClock;
  readonly log: Log;
  /** Ends healing; the next start continues. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch. */
  readonly onProgress?: ((height: bigint, last: bigint) => void) | undefined;
};

/**
 * Executes the blocks of a store again, by the rules of this program, in a second store beside it, and then replaces the
 * tables that follow from the blocks in one transaction. Blocks, containers, users and settings stay. A process that
 * ends meanwhile continues at its next start. Open the store again afterwards. Throws StartError.
 */
export async function heal(opened: OpenChain, options: HealingOptions): Promise<void> {
  const { log } = options;
  const folder = healingFolder(opened);
  const schedule = opened.outdated?.text;
  const { height: last } = opened.store.blocks.lastAccepted();
  log.warn(
    { schedule, blocks: last.toString() },
    "executing the blocks of the store again, because it was written by a version with other upgrade times. Nothing is lost if you stop the node",
  );
  const executed = await openExecuted(opened, folder, options);
  try {
    await executeBlocks(opened, executed, options);
  } finally {
    await executed.close();
  }
  const { store, context } = opened;
  replaceDerivedTables(
    store.database(),
    executed.file,
    (work) => store.together(work),
    () => {
      writeExecutedSchedule(store.metadata, context.network.upgrades);
      if (!options.config.ledger) store.ledger.noteEmpty();
      store.ledger.local.forget();
      renewLedgerEpoch(store.metadata);
      forgetApplied(store.metadata);
    },
  );
  rmSync(folder, { recursive: true, force: true });
  log.info({ height: last.toString() }, "the state of the store follows from the new rules");
}

/** Throws StartError for a store whose blocks cannot be executed again. */
export function verifyHealable(
  { store, outdated }: OpenChain,
  mode: Mode,
  { database, upgrades }: NodeConfig,
): void {
  if (outdated === undefined) return;
  const { text } = outdated;
  const what = `the blocks of the store were executed by other upgrade times (${text})`;
  if (mode === "dev" || recordedMode(store) === "dev") {
    const file = upgrades === undefined ? "" : "pass the upgrade file that the chain had before, ";
    throw new StartError(
      `${what}, and a node that builds its own blocks cannot execute them again: ${file}use the version that built them, or choose another --data-dir`,
    );
  }
  if (mode === "offline" || database.readOnly) throw new StartError(needsHealing(outdated));
  if (store.history.isComplete) return;
  throw new StartError(
    `${what}, and they cannot be executed again, because the history before the snapshot that the store was started from is not complete: follow with a new --data-dir, with --snapshot and a snapshot that a version with these upgrade times made, or from the genesis`,
  );
}

/** Continues with the store of an earlier process if it has the same chain under the same rules. */
async function openExecuted(
  opened: OpenChain,
  folder: string,
  options: HealingOptions,
): Promise<OpenChain> {
  try {
    const found = await openSecond(opened, folder, options);
    if (continues(found, opened)) return found;
    await found.close();
  } catch (error) {
    // A store that was not written completely is worth no more than its blocks.
    if (!(error instanceof StartError) || error.reason !== undefined) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
  return openSecond(opened, folder, options);
}

function openSecond(
  { store, context: { network } }: OpenChain,
  folder: string,
  { config }: HealingOptions,
): Promise<OpenChain> {
  return openChain(
    {
      ...config,
      database: { ...config.database, directory: folder },
      processes: 1,
      release: network.release.name,
      hardfork: undefined,
      durability: "crash",
      anySchedule: true,
    },
    network,
    genesisTime(store),
    config.ledger ? true : undefined,
  );
}

function continues(found: OpenChain, opened: OpenChain): boolean {
  const recorded = readExecutedSchedule(found.store.metadata);
  const { upgrades } = opened.context.network;
  const isSameSchedule =
    recorded !== undefined && formatExecutedSchedule(recorded) === formatExecutedSchedule(upgrades);
  const { id, height } = found.store.blocks.lastAccepted();
  const own = opened.store.blocks.byHeight(height);
  return isSameSchedule && own !== undefined && equalBytes(own.id, id);
}

async function executeBlocks(
  { store, context }: OpenChain,
  executed: OpenChain,
  { clock, log, signal, onProgress }: HealingOptions,
): Promise<void> {
  const { height: last } = store.blocks.lastAccepted();
  const chain = new Chain({ store: executed.store, context, clock, hasSharedMemory: false });
  const rate = new Rate(() => performance.now());
  let reportedAt = performance.now();
  while (chain.tip().height < last) {
    if (signal?.aborted === true) throw signal.reason;
    const from = chain.tip().height;
    executed.store.beginBatch();
    try {
      const until = performance.now() + batchMs;
      // A batch ends with a stored block: a proposal is stored together with its option.
      while (chain.tip().height < last && !(performance.now() > until && isStored(chain, executed)))
        accept(chain, store.blocks.byHeight(chain.tip().height + 1n)!.bytes);
    } finally {
      executed.store.commitBatch();
    }
    const { height } = chain.tip();
    rate.add(Number(height - from));
    onProgress?.(height, last);
    if (performance.now() - reportedAt > reportMs) {
      reportedAt = performance.now();
      const perSecond = rate.perSecond();
      log.info(
        {
          height: height.toString(),
          of: last.toString(),
          blocksPerSecond: Math.round(perSecond),
          remainingSeconds: Math.round(Number(last - height) / Math.max(perSecond, 1)),
        },
        "executing the blocks of the store again",
      );
    }
    // Signals arrive between batches.
    await setImmediate();
  }
}

function isStored(chain: Chain, { store }: OpenChain): boolean {
  return chain.tip().height === store.blocks.lastAccepted().height;
}

function accept(chain: Chain, bytes: Uint8Array): void {
  const { height } = chain.tip();
  try {
    const block = parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
    chain.acceptBlock(block, height, { mode: "trusted" });
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new StartError(
      `this version rejects block ${height + 1n} of the store: ${error.message}. The network accepted it, so this version does not have the rules of the network, or the upgrade file is wrong: update Couloir, or pass the right --upgrade-file. Nothing was changed`,
      { cause: error },
    );
  }
}
