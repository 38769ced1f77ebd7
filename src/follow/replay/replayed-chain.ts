import type { Chain } from "../../chain/chain.ts";
import type { Id } from "../../formats/bytes.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import type { ChainStore } from "../../store/chain-store.ts";

/** A second store of the same chain, which executes the history from the genesis beside the one that is served. */
export type ReplayedChain = {
  readonly store: ChainStore;
  /** Without shared memory, as that of a follower. */
  readonly chain: Chain;
  readonly indexer: Indexer;
  /** For containers that are fetched and not executed yet. */
  readonly stagingFile: string;
  readonly close: () => Promise<void>;
};

/** Where a replay ends. */
export type ReplayTarget = {
  readonly height: bigint;
  /** Of the container; undefined on a chain whose containers are unknown. */
  readonly containerID: Id | undefined;
};

/** What a replay uses of its surroundings. */
export type ReplayProgress = {
  /** Called with the number of blocks that were executed together. */
  readonly onExecuted: (count: number) => void;
  /** Waits after a slice of work, so that queries and the tip have their turn. */
  readonly rest: (signal: AbortSignal) => Promise<void>;
};

/** How long the event loop belongs to a replay before other work runs. */
export const replaySliceMs = 8;
