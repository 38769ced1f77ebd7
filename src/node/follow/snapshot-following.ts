import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Chain } from "../../chain/chain.ts";
import type { Following } from "../../follow/following.ts";
import type { ReplayedChain } from "../../follow/replay/replayed-chain.ts";
import { SnapshotVerification } from "../../follow/replay/snapshot-verification.ts";
import { parseId } from "../../formats/id.ts";
import { Indexer } from "../../indexer/indexer.ts";
import { parseContainer } from "../../store/container-log.ts";
import { heightsOf, parseHeader } from "../../store/snapshot/content.ts";
import { readSnapshotRecord, type SnapshotState } from "../../store/snapshot/record.ts";
import { openChain, storeFile } from "../chain/open-chain.ts";
import { indexBlocks } from "../chain/transactions.ts";
import { GapWriter } from "../filling/gap-writer.ts";
import { StartError } from "../node-config.ts";
import type { FollowedParts } from "./network-source.ts";

/** Whether the chain comes from a snapshot that is not verified yet. */
export function isAssumed({ store }: Pick<FollowedParts, "store">): boolean {
  return readSnapshotRecord(store.metadata)?.state === "assumed";
}

/** A following that also verifies the snapshot that the store was started from, if it was. */
export function withVerification<T extends Following>(following: T, parts: FollowedParts): T {
  const { store, log } = parts;
  const record = readSnapshotRecord(store.metadata);
  if (record === undefined) return following;
  const folder = replayFolder(parts);
  const verification = new SnapshotVerification(
    {
      store,
      following,
      containerID: () => targetID(parts),
      openReplayed: () => openReplayed(parts, folder),
      discardReplayed: () => rmSync(folder, { recursive: true, force: true }),
      nowMillis: () => performance.now(),
      sleep: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
      onState: (state) => log[state === "refuted" ? "error" : "info"]({ state }, stateTexts[state]),
      onError: (err) => log.error({ err }, "couldn't replay the history; trying again"),
    },
    record,
  );
  if (record.state !== "complete") log.warn({ state: record.state }, stateTexts[record.state]);
  const own: Pick<Following, "start" | "stop" | "progress"> = {
    start: async () => {
      await following.start();
      verification.start();
    },
    stop: async () => {
      await verification.stop();
      await following.stop();
    },
    progress: () => ({ ...following.progress(), snapshot: verification.progress() }),
  };
  return new Proxy(following, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const member = target[name as keyof T];
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const stateTexts: Readonly<Record<SnapshotState, string>> = {
  assumed:
    "the state comes from a snapshot and is assumed until the replayed history agrees with it",
  verified:
    "the replayed history agrees with the snapshot: the state is verified, and the history is being added",
  complete: "the history of the snapshot is complete",
  refuted: "the replayed history refutes the snapshot: do not trust any of its data",
};

/** Throws StartError. */
function replayFolder({ config, context }: FollowedParts): string {
  const store = storeFile(config.database, context.network.name);
  if (store === undefined || config.database.readOnly) {
    throw new StartError(
      "the store was started from a snapshot, and verifying it needs a writable data directory: remove --db-read-only, or pass --offline",
    );
  }
  return join(store, "..", "replay");
}

/** The chain from the genesis, beside the one that is served. A crash of the machine may cost its last blocks. */
async function openReplayed(parts: FollowedParts, folder: string): Promise<ReplayedChain> {
  const { config, clock, context, store: served } = parts;
  // The blocks between are not in the served store yet.
  const ledgerSink = new GapWriter(served, () => true);
  const open = () =>
    openChain(
      {
        ...config,
        database: { ...config.database, directory: folder },
        release: context.network.release.name,
        hardfork: undefined,
        durability: "crash",
        anySchedule: true,
        ledgerSink,
      },
      context.network,
      clock.nowSeconds(),
      config.ledger ? true : undefined,
    );
  let opened = await open();
  if (opened.outdated !== undefined) {
    // A version with other upgrade times began it.
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
    opened = await open();
  }
  const { store } = opened;
  const { upgrades } = context.network;
  const database = store.database();
  const indexer = new Indexer({ database, upgrades, enabled: true, wrapsBlocks: false });
  const chain: Chain = new Chain({
    store,
    context,
    clock,
    hasSharedMemory: false,
    withinTransaction: (blocks) => indexBlocks(blocks, chain, { indexer, clock, store }),
  });
  const stagingFile = join(folder, "staged.sqlite");
  return { store, chain, indexer, stagingFile, close: opened.close };
}

/** Of the last container of the snapshot, which the index begins with. */
function targetID({ store, indexer }: FollowedParts): Uint8Array | undefined {
  const { header } = readSnapshotRecord(store.metadata)!;
  const { height } = heightsOf(parseHeader(header));
  const container = indexer.logs["P/block"].byIndex(height - 1n);
  return container === undefined ? undefined : parseId(parseContainer(container).id);
}
