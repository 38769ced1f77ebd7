import type { Chain, PendingStatus } from "../chain/chain.ts";
import type { Following } from "../follow/following.ts";
import type { Halt } from "../follow/halts.ts";
import type { FollowPhase } from "../follow/progress.ts";
import type { OlderContainers } from "../follow/stored-chain/shared-memory-feed.ts";
import type { Id } from "../formats/bytes.ts";
import type { Indexer } from "../indexer/indexer.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { IndexPath } from "../store/container-log.ts";
import type { MirroredChain } from "./mirrored-chains.ts";

export type FollowUpstreamsOptions = {
  /** The base URLs of `--upstream`. */
  readonly urls: readonly URL[];
  /** The headers of `--upstream-header`, sent with every request and never to another address. */
  readonly headers: Readonly<Record<string, string>>;
  readonly networkID: number;
  /** The schedule by which the chain executes blocks. */
  readonly upgrades: Upgrades;
  /** A chain without shared memory: the node does not run the X- and C-chain. */
  readonly chain: Chain;
  readonly store: ChainStore;
  /** Created with `wrapsBlocks: false`: the node makes no blocks. */
  readonly indexer: Indexer;
  /** The chains whose part of shared memory is known from their copied indices; none if absent. */
  readonly storedChains?: readonly MirroredChain[];
  /** Containers of these chains that were moved to the archive. */
  readonly older?: OlderContainers | undefined;
  /** Called after containers of another chain than the P-chain were copied. */
  readonly onStored?: () => void;
  /** Whether the indices of this node are enabled: only then the upstreams' X- and C-chain indices are mirrored. */
  readonly isIndexEnabled: boolean;
  /** The parent of the first container of an index, if it is known. */
  readonly genesisID: (path: IndexPath) => Id | undefined;
  /** Unix milliseconds of the node's clock. */
  readonly nowMillis: () => number;
  /** The folder for the report of a halt; it is created if necessary. */
  readonly reportFolder: string;
  /** A file for containers of the X-chain that are not numbered yet; `:memory:` if there is no disk for it. */
  readonly stagingFile: string;
  readonly onPhase: (phase: FollowPhase) => void;
  readonly onWarning: (message: string) => void;
  /** The engine disagrees with the network; also called when a start finds the node halted. */
  readonly onHalt: (halt: Halt) => void;
  /** An error of ours; following starts again after a pause. */
  readonly onError: (error: unknown) => void;
  /** Called when the status of a forwarded transaction changes. */
  readonly onPending: (txID: Id, status: PendingStatus) => void;
};

/** Following over HTTP, and what only upstreams can do. */
export interface UpstreamFollowing extends Following {
  /**
   * Verifies a transaction and hands it to the first upstream that accepts it, again after a restart, until a block
   * accepts it. Only the upstreams verify an ImportTx. Resolves to the reason if this node or every upstream refuses it.
   */
  forward(tx: Tx): Promise<string | undefined>;
  /** The status of a transaction that waits for a block, or was dropped lately. */
  pendingStatus(txID: Id): PendingStatus | undefined;
}
