import { equalBytes, type Id } from "../../formats/bytes.ts";
import { type DagPath, dagDepths } from "../../indexer/dag-order.ts";
import { newContainer } from "../../indexer/indexer.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { IndexPath } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import type { StagedDag, StagedDagPart } from "../../store/staged-dag.ts";
import type { SharedMemoryFeed } from "../stored-chain/shared-memory-feed.ts";
import { markDagStored } from "./dag-mark.ts";

export type DagStoringOptions = {
  readonly stopVertexID: Id;
  readonly staging: StagedDag;
  readonly store: Pick<ChainStore, "together" | "metadata">;
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  /** Of the index X/tx. */
  readonly sharedMemory: SharedMemoryFeed;
  /** Called after containers were stored. */
  readonly onStored?: () => void;
  readonly nowMillis: () => number;
  /** Lets other work run. Rejects if the node stops. */
  readonly pause: () => Promise<void>;
};

const partOf = { "X/tx": "txs", "X/vtx": "vertices" } as const satisfies Record<
  DagPath,
  StagedDagPart
>;

/** Sets the order of a fetched DAG: each container after those that it builds on, then by ID. */
export async function orderDag({ staging, pause }: DagStoringOptions): Promise<void> {
  for (const path of ["X/tx", "X/vtx"] as const) {
    const part = partOf[path];
    const depths = await dagDepths(path, staging.membersOf(part), pause);
    let from: number | undefined = 1;
    while (from !== undefined) {
      from = staging.setDepths(part, from, depths);
      await pause();
    }
  }
}

/**
 * Appends an ordered DAG to the indices, after what an earlier process appended. The stop vertex is the last of all, so an index
 * that has it has everything.
 */
export async function storeDag(options: DagStoringOptions): Promise<void> {
  await append("X/tx", options);
  await append("X/vtx", options);
}

async function append(path: DagPath, options: DagStoringOptions): Promise<void> {
  const { staging, logs, pause } = options;
  const part = partOf[path];
  const log = logs[path];
  const count = log.count();
  const last = count === 0n ? undefined : staging.placeAt(part, Number(count) - 1);
  // A node that copied the index from others may have it in another order.
  const isContinued = count === 0n || (last !== undefined && equalBytes(last.id, log.lastID()!));
  for (const page of staging.ordered(part, isContinued ? last : undefined)) {
    const members = isContinued ? page : page.filter(({ id }) => log.indexOf(id) === undefined);
    write(path, members, options);
    options.onStored?.();
    await pause();
  }
  if (path === "X/vtx") options.store.together(() => mark(options));
  options.onStored?.();
}

function write(
  path: DagPath,
  members: readonly { readonly id: Id; readonly bytes: Uint8Array }[],
  options: DagStoringOptions,
): void {
  const { store, logs, sharedMemory, nowMillis } = options;
  if (members.length === 0) return;
  const nanos = BigInt(nowMillis()) * 1_000_000n;
  const containers = members.map(({ id, bytes }) => newContainer(id, bytes, nanos));
  const isApplied = path === "X/tx" && sharedMemory.isComplete();
  const changes = isApplied ? members.map(({ bytes }) => sharedMemory.changesOf(bytes)) : [];
  store.together(() => {
    logs[path].append(containers);
    if (isApplied) sharedMemory.apply(changes);
  });
}

function mark({ store, logs, stopVertexID }: DagStoringOptions): void {
  markDagStored(store.metadata, stopVertexID, logs["X/tx"].count());
}
