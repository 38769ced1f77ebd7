import { isDagStored, markDagStored } from "../follow/x-chain-dag/dag-mark.ts";
import { equalBytes, type Id, isZero } from "../formats/bytes.ts";
import { ContainerError, readContainer } from "../indexer/container-id.ts";
import { type DagPath, dagDepths } from "../indexer/dag-order.ts";
import { newContainer } from "../indexer/indexer.ts";
import type { IndexPath } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import type { Metadata } from "../store/metadata.ts";
import type { SqliteDatabase } from "../store/sqlite.ts";
import { StagedSets } from "../store/staged-sets.ts";
import { majorityOf } from "./majority.ts";
import type { Upstream } from "./upstream.ts";

/** How long sets that differ are not compared again, unless one of them has grown. */
const retryMs = 600_000;
/** Holders of a set are bits of an SQLite integer. */
const upstreamsMax = 31;

export type DagMirrorOptions = {
  readonly upstreams: readonly Upstream[];
  readonly database: SqliteDatabase;
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  readonly metadata: Pick<Metadata, "getText" | "setText">;
  /** The last vertex; zero where the X-chain was linear from its first block. */
  readonly stopVertexID: Id;
  /** A file for containers that are not numbered yet. */
  readonly stagingFile: string;
  readonly nowMillis: () => number;
};

type Source = { readonly number: number; readonly upstream: Upstream };

/**
 * Copies the indices of the X-chain's DAG. Nodes fill them in the order in which they executed it, which differs, so the
 * upstreams are compared as sets: a set that a majority of all upstreams has is numbered topologically, then by ID.
 */
export class DagMirror {
  readonly #options: DagMirrorOptions;
  /** Sizes of sets that differed, and when they were compared. */
  readonly #tried = new Map<DagPath, { readonly sizes: string; readonly atMs: number }>();

  constructor(options: DagMirrorOptions) {
    this.#options = options;
  }

  /** Returns whether it has copied something. Rejects with the signal's reason when it is aborted. */
  async advance(path: DagPath, signal: AbortSignal): Promise<boolean> {
    const { upstreams, logs, stagingFile, nowMillis } = this.#options;
    const needed = majorityOf(upstreams.length);
    const known = logs[path].count();
    const counts = await Promise.all(upstreams.map((upstream) => upstream.count(path, signal)));
    const size = commonSize(counts, known, needed);
    const sizes = counts.join();
    const tried = this.#tried.get(path);
    const isTried = tried?.sizes === sizes && nowMillis() - tried.atMs < retryMs;
    if (size === undefined || isTried) return false;
    this.#tried.set(path, { sizes, atMs: nowMillis() });
    const sources = upstreams
      .slice(0, upstreamsMax)
      .flatMap((upstream, number) => (counts[number] === size ? [{ number, upstream }] : []));
    const staged = new StagedSets(stagingFile);
    try {
      const fetched: Source[] = [];
      for (const source of sources) {
        if (await this.#fetch(source, path, size, staged, signal)) fetched.push(source);
      }
      return await this.#takeMajority(path, fetched, needed, staged);
    } finally {
      staged.close();
    }
  }

  /**
   * Notes that the indices have the whole DAG: a node executes all transactions before the first vertex, so those that a majority
   * has once this node has the stop vertex are all there are.
   */
  async noteWhole(signal: AbortSignal): Promise<void> {
    const { upstreams, logs, metadata, stopVertexID } = this.#options;
    if (isZero(stopVertexID) || isDagStored(metadata, stopVertexID)) return;
    const last = logs["X/vtx"].lastID();
    if (last === undefined || !equalBytes(last, stopVertexID)) return;
    const known = logs["X/tx"].count();
    const counts = await Promise.all(upstreams.map((upstream) => upstream.count("X/tx", signal)));
    const equal = counts.filter((count) => count === known).length;
    if (equal >= majorityOf(upstreams.length)) markDagStored(metadata, stopVertexID, known);
  }

  async #fetch(
    { number, upstream }: Source,
    path: DagPath,
    size: bigint,
    staged: StagedSets,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let first = 0n; first < size; ) {
      const containers = await upstream.containers(path, first, size - 1n, signal);
      if (containers === undefined || containers.length === 0) return false;
      staged.add(
        number,
        containers.map((bytes) => ({ id: readContainer(path, bytes).id, bytes })),
      );
      first += BigInt(containers.length);
    }
    return true;
  }

  async #takeMajority(
    path: DagPath,
    sources: readonly Source[],
    needed: number,
    staged: StagedSets,
  ): Promise<boolean> {
    const numbers = sources.map(({ number }) => number);
    for (const { number } of sources) {
      const equal = staged.equalTo(number, numbers);
      if (equal.length < needed) continue;
      for (const source of sources) {
        if (!equal.includes(source.number)) {
          source.upstream.disagrees(`has other containers in ${path} than the majority`);
        }
      }
      try {
        await setDepths(path, number, staged);
      } catch (error) {
        if (!(error instanceof ContainerError)) throw error;
        for (const source of sources.filter((each) => equal.includes(each.number))) {
          source.upstream.disagrees(`has a container in ${path} that cannot be read`);
        }
        return false;
      }
      await this.#append(path, number, staged);
      return true;
    }
    return false;
  }

  /** Containers that an earlier version numbered keep their numbers. */
  async #append(path: DagPath, number: number, staged: StagedSets): Promise<void> {
    const { database, logs, nowMillis } = this.#options;
    const log = logs[path];
    for (const members of staged.ordered(number)) {
      const nanos = BigInt(nowMillis()) * 1_000_000n;
      const missing = members.filter(({ id }) => log.indexOf(id) === undefined);
      const containers = missing.map(({ id, bytes }) => newContainer(id, bytes, nanos));
      if (containers.length > 0) database.transaction(() => log.append(containers))();
      await pause();
    }
  }
}

async function setDepths(path: DagPath, number: number, staged: StagedSets): Promise<void> {
  const depths = await dagDepths(path, staged.membersOf(number), pause);
  let from: number | undefined = 1;
  while (from !== undefined) {
    from = staged.setDepths(from, depths);
    await pause();
  }
}

/** Lets other work run. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The size above ours that enough indices have; an index that is still being filled has another one. */
function commonSize(
  counts: readonly (bigint | undefined)[],
  known: bigint,
  needed: number,
): bigint | undefined {
  return counts.find(
    (count) =>
      count !== undefined &&
      count > known &&
      counts.filter((other) => other === count).length >= needed,
  );
}
