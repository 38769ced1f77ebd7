import type { BytesKey } from "../formats/bytes.ts";
import type { LoadFigures } from "../p2p/network-load.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import type { TrafficFigures } from "../p2p/traffic.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { PollFigures } from "./poll-counts.ts";
import type { FollowProgress } from "./progress.ts";
import type { ReplayedChain, ReplayProgress, ReplayTarget } from "./replay/replayed-chain.ts";
import type { DagProgress } from "./x-chain-dag/dag-following.ts";

/** The following of a chain whose containers are stored and not executed. */
export type StoredChainProgress = {
  readonly chain: "X" | "C";
  readonly progress: FollowProgress;
  /** Whether every container from the start height up to an attested tip is stored. */
  readonly isBootstrapped: boolean;
  /** The height of the first stored container; undefined until it is fixed. */
  readonly startHeight: bigint | undefined;
  /** The last height whose transactions between chains no hash covers, so that a peer may have invented them; absent if there is none. */
  readonly unverifiedTo?: bigint | undefined;
  /** The DAG that the X-chain was before it was linear; absent if it is not fetched over peers. */
  readonly dag?: DagProgress | undefined;
};

/** A node's following of a network, by peers or by upstreams: what the rest of the node sees of it. */
export interface Following {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True only while the network attests that our tip is its tip. */
  isBootstrapped(): boolean;
  progress(): FollowProgress;
  /** The chains that are followed beside the P-chain. */
  storedChains(): readonly StoredChainProgress[];
  /** Connected peers; none while following by upstreams. */
  peers(): readonly PeerInfo[];
  /**
   * The uptimes of primary network validators, in percent, that the upstreams report: the median of each. None over peers,
   * which report only the uptime of the node that they ping.
   */
  reportedUptimes(): Promise<ReadonlyMap<BytesKey, number>>;
  /** Messages exchanged with peers; undefined while following by upstreams. */
  traffic(): TrafficFigures | undefined;
  /** What requests and limits of the peer network are busy with; undefined while following by upstreams. */
  load(): LoadFigures | undefined;
  /** Polls of validators; undefined while following by upstreams. */
  polls(): PollFigures | undefined;
  /** Problems that do not stop following yet, for health. */
  warnings(): readonly string[];
  /** Executes the history on another chain of this network up to a target. Rejects with Disagreement. */
  replay(
    replayed: ReplayedChain,
    target: ReplayTarget,
    progress: ReplayProgress,
    signal: AbortSignal,
  ): Promise<void>;
  /** Halts for good, because the history refutes the snapshot. `note` records it together with the halt. */
  refute(reason: string, report: object, note: () => void): void;
  /** Brings a transaction that this node verified to the network, again after a restart, until it is accepted or cannot be. */
  submit(tx: Tx): void;
}
