import type { StoredChainProgress } from "../follow/following.ts";
import type { FollowPhase } from "../follow/progress.ts";
import { storedStart } from "../follow/stored-chain/chain-start.ts";
import type { FedPath } from "../follow/stored-chain/change-reader.ts";
import {
  lastUnbound,
  type OlderContainers,
  SharedMemoryFeed,
} from "../follow/stored-chain/shared-memory-feed.ts";
import type { Id } from "../formats/bytes.ts";
import type { Network } from "../networks/network.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { IndexPath } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";

/** A chain beside the P-chain, whose copied index says what crossed between the chains. */
export type MirroredChain = { readonly chain: "X" | "C"; readonly chainID: Id };

export type MirroredChainsOptions = {
  readonly chains: readonly MirroredChain[];
  readonly network: Pick<Network, "id" | "upgrades">;
  readonly store: ChainStore;
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  readonly older?: OlderContainers | undefined;
  /** Whether the P-chain is the one that a majority of the upstreams has. */
  readonly isBootstrapped: () => boolean;
  readonly nowMillis: () => number;
};

/** If a majority does not respond for less than this time, the tip still counts as attested. */
const silenceMs = 10_000;

/** Transactions of the X-chain's DAG are from before its blocks. */
const fedPathsOf = { X: ["X/block", "X/tx"], C: ["C/block"] } as const satisfies Record<
  "X" | "C",
  readonly FedPath[]
>;

type Known = { readonly count: bigint; readonly atMillis: number };

/** How far the chains are copied that were chosen with --follow-chains, and their part of shared memory. */
export class MirroredChains {
  readonly #options: MirroredChainsOptions;
  /** By chain, of the indices that change shared memory. */
  readonly #feeds: ReadonlyMap<"X" | "C", readonly SharedMemoryFeed[]>;
  readonly #known = new Map<"X" | "C", Known>();
  readonly #problems = new Map<"X" | "C", string>();

  constructor(options: MirroredChainsOptions) {
    const { chains, logs } = options;
    this.#options = options;
    this.#feeds = new Map(
      chains.map(({ chain, chainID }) => {
        const feeds = fedPathsOf[chain].map(
          (path) => new SharedMemoryFeed({ ...options, path, chainID, log: logs[path] }),
        );
        return [chain, feeds];
      }),
    );
  }

  /** How many blocks of a chain a majority of the upstreams has; nothing changes if it did not say. */
  noteCount(chain: "X" | "C", count: bigint | undefined): void {
    if (count === undefined) return;
    this.#known.set(chain, { count, atMillis: this.#options.nowMillis() });
  }

  /** Applies what was copied. Returns false if there is nothing to apply. */
  async apply(chain: "X" | "C"): Promise<boolean> {
    const feeds = this.#feeds.get(chain);
    if (feeds === undefined || this.#problems.has(chain)) return false;
    try {
      for (const feed of feeds) {
        await feed.prepare();
        if (feed.advance()) return true;
      }
      return false;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.#problems.set(chain, error.message);
      return false;
    }
  }

  progress(): readonly StoredChainProgress[] {
    return this.#options.chains.map(({ chain }) => this.#progressOf(chain));
  }

  warnings(): readonly string[] {
    return [...this.#problems].map(
      ([chain, problem]) =>
        `this node cannot read a block of the ${chain}-chain that a majority of the upstreams has, so it does not know what the chain exported: ${problem}`,
    );
  }

  #progressOf(chain: "X" | "C"): StoredChainProgress {
    const { logs, store, isBootstrapped } = this.#options;
    const first = storedStart(chain, store.metadata) ?? 1n;
    const count = logs[`${chain}/block`].count();
    const known = this.#known.get(chain);
    const phase = this.#phaseOf(chain, count);
    return {
      chain,
      startHeight: first,
      unverifiedTo: chain === "C" ? lastUnbound(store.metadata) : undefined,
      isBootstrapped: phase === "following" && isBootstrapped(),
      progress: {
        phase,
        height: count + first - 1n,
        networkHeight: known?.count,
        staged: 0,
        fetchedPerSecond: 0,
        executedPerSecond: 0,
        remainingSeconds: undefined,
        reason: this.#problems.get(chain),
      },
    };
  }

  #phaseOf(chain: "X" | "C", count: bigint): FollowPhase {
    const known = this.#known.get(chain);
    if (this.#problems.has(chain)) return "halted";
    const isKnown = known !== undefined && this.#options.nowMillis() - known.atMillis < silenceMs;
    if (!isKnown) return "connecting";
    const first = storedStart(chain, this.#options.store.metadata) ?? 1n;
    const isStored = count + first - 1n >= known.count;
    const isApplied = this.#feeds.get(chain)!.every((feed) => feed.isComplete());
    return isStored && isApplied ? "following" : "bootstrapping";
  }
}
