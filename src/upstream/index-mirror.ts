import { equalBytes, type Id } from "../formats/bytes.ts";
import { ContainerError, readContainer } from "../indexer/container-id.ts";
import { dagPaths } from "../indexer/dag-order.ts";
import { newContainer } from "../indexer/indexer.ts";
import type { IndexPath, NewContainer } from "../store/container-log.ts";
import { DagMirror, type DagMirrorOptions } from "./dag-mirror.ts";
import { majorityOf } from "./majority.ts";
import type { MirroredChains } from "./mirrored-chains.ts";
import type { Upstream } from "./upstream.ts";

/** The blocks of chains that this node does not run, which have one order. */
const linearPaths = ["X/block", "C/block"] as const satisfies IndexPath[];

/** How often the upstreams are asked for new containers. */
const pollMs = 1_000;
/** How long reading may occupy the event loop before other work runs. */
const sliceMs = 15;

export type IndexMirrorOptions = DagMirrorOptions & {
  /** The parent of the first container of an index, if it is known. */
  readonly genesisID: (path: IndexPath) => Id | undefined;
  /** How many blocks of a chain the upstreams have before the first one of this node's index. */
  readonly skipped?: (chain: "X" | "C") => bigint;
  /** The chains whose part of shared memory is known. */
  readonly chains?: Pick<MirroredChains, "noteCount" | "apply">;
  /** Called after containers were copied or applied. */
  readonly onStored?: () => void;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

type Received = { readonly upstream: Upstream; readonly containers: readonly Uint8Array[] };

/**
 * Copies the upstreams' indices of the X- and C-chain. This node does not execute those chains: it takes what a majority
 * of all upstreams has at the same index, and verifies that every block is the child of the one before it. The DAG of the
 * X-chain is compared as a set.
 */
export class IndexMirror {
  readonly #options: IndexMirrorOptions;
  readonly #dag: DagMirror;

  constructor(options: IndexMirrorOptions) {
    this.#options = options;
    this.#dag = new DagMirror(options);
  }

  /** Rejects with the signal's reason when it is aborted. The DAG takes hours on mainnet, and blocks must not wait for it. */
  async run(signal: AbortSignal): Promise<void> {
    const own = new AbortController();
    const over = AbortSignal.any([signal, own.signal]);
    const loops = [
      this.#repeat(over, async () => {
        for (const path of linearPaths) {
          while (await this.#advance(path, over)) this.#options.onStored?.();
          await this.#apply(chainOf(path), over);
        }
      }),
      this.#repeat(over, async () => {
        for (const path of dagPaths) {
          if (await this.#dag.advance(path, over)) this.#options.onStored?.();
        }
        await this.#dag.noteWhole(over);
      }),
    ];
    try {
      await Promise.race(loops);
    } finally {
      own.abort();
      await Promise.allSettled(loops);
    }
  }

  async #repeat(signal: AbortSignal, copy: () => Promise<void>): Promise<never> {
    while (true) {
      signal.throwIfAborted();
      await copy();
      await this.#options.sleep(pollMs, signal);
    }
  }

  async #apply(chain: "X" | "C", signal: AbortSignal): Promise<void> {
    const { chains, onStored } = this.#options;
    while ((await chains?.apply(chain)) === true) {
      signal.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
      onStored?.();
    }
  }

  /** Returns false if there is nothing that a majority has. */
  async #advance(path: LinearPath, signal: AbortSignal): Promise<boolean> {
    const { upstreams, logs, skipped, chains } = this.#options;
    const chain = chainOf(path);
    const first = logs[path].count() + (skipped?.(chain) ?? 0n);
    const asked = upstreams.filter((upstream) => upstream.hasIndex(path) !== false);
    const needed = majorityOf(upstreams.length);
    if (asked.length < needed) return false;
    const counts = await Promise.all(asked.map((upstream) => upstream.count(path, signal)));
    chains?.noteCount(chain, attainedBy(counts, needed));
    const received = await Promise.all(
      asked.map((upstream, i) => this.#fetch(upstream, path, first, counts[i], signal)),
    );
    const present = received.filter((each) => each !== undefined);
    const agreed = agreedPart(present, needed);
    return agreed.length > 0 && (await this.#append(path, agreed));
  }

  async #fetch(
    upstream: Upstream,
    path: IndexPath,
    first: bigint,
    count: bigint | undefined,
    signal: AbortSignal,
  ): Promise<Received | undefined> {
    if (count === undefined || count <= first) return undefined;
    const containers = await upstream.containers(path, first, count - 1n, signal);
    return containers && { upstream, containers };
  }

  /** Returns false if the first container does not follow the last one of the log. */
  async #append(path: IndexPath, agreed: readonly Received[]): Promise<boolean> {
    const { database, logs, genesisID, nowMillis } = this.#options;
    const log = logs[path];
    const containers: NewContainer[] = [];
    let lastID = log.lastID() ?? genesisID(path);
    let until = nowMillis() + sliceMs;
    for (const bytes of agreed[0]!.containers) {
      if (nowMillis() >= until) {
        await new Promise((resolve) => setImmediate(resolve));
        until = nowMillis() + sliceMs;
      }
      const id = childOf(path, bytes, lastID);
      if (id === undefined) {
        const index = log.count() + BigInt(containers.length);
        for (const { upstream } of agreed) {
          upstream.disagrees(`has a container in ${path} at index ${index} that does not follow`);
        }
        break;
      }
      containers.push(newContainer(id, bytes, BigInt(nowMillis()) * 1_000_000n));
      lastID = id;
    }
    database.transaction(() => log.append(containers))();
    return containers.length > 0;
  }
}

type LinearPath = (typeof linearPaths)[number];

function chainOf(path: LinearPath): "X" | "C" {
  return path === "X/block" ? "X" : "C";
}

/** The count that `needed` upstreams have reached; undefined if fewer said. */
function attainedBy(counts: readonly (bigint | undefined)[], needed: number): bigint | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))[needed - 1];
}

/** The leading containers that enough upstreams agree on, with the upstreams that sent them; empty if too few do. */
function agreedPart(received: readonly Received[], needed: number): readonly Received[] {
  for (const candidate of received) {
    const agreeing = received
      .map(({ upstream, containers }) => ({
        upstream,
        length: commonLength(containers, candidate.containers),
      }))
      .sort((a, b) => b.length - a.length)
      .slice(0, needed);
    const length = agreeing.length < needed ? 0 : agreeing.at(-1)!.length;
    if (length === 0) continue;
    const containers = candidate.containers.slice(0, length);
    return agreeing.map(({ upstream }) => ({ upstream, containers }));
  }
  return [];
}

function commonLength(some: readonly Uint8Array[], others: readonly Uint8Array[]): number {
  const length = Math.min(some.length, others.length);
  for (let i = 0; i < length; i++) if (!equalBytes(some[i]!, others[i]!)) return i;
  return length;
}

/** The ID of a container; undefined if it cannot be read or its parent is another one. */
function childOf(path: IndexPath, bytes: Uint8Array, lastID: Id | undefined): Id | undefined {
  try {
    const { id, parentID } = readContainer(path, bytes);
    const isChild = parentID === undefined || lastID === undefined || equalBytes(parentID, lastID);
    return isChild ? id : undefined;
  } catch (error) {
    if (error instanceof ContainerError) return undefined;
    throw error;
  }
}
