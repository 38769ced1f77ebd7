import type { Chain } from "../chain/chain.ts";
import type { Id, NodeId } from "../formats/bytes.ts";
import type { Indexer } from "../indexer/indexer.ts";
import type { Network } from "../networks/network.ts";
import type { Environment } from "../p2p/environment.ts";
import type { IpPort } from "../p2p/ip-address.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { Halt } from "./halts.ts";
import type { FollowPhase } from "./progress.ts";
import type { OlderContainers } from "./stored-chain/shared-memory-feed.ts";
import type { StoredChain } from "./stored-chain/stored-chain-following.ts";
import type { DagPhase } from "./x-chain-dag/dag-following.ts";

/** A node whose word about the tip counts while this node bootstraps. */
export type Beacon = { readonly nodeID: NodeId; readonly address: IpPort };

export type FollowPeersOptions = {
  readonly store: ChainStore;
  /** Must have been created with `hasSharedMemory: false`. */
  readonly chain: Chain;
  /** Must be enabled: a follower serves containers from the log of the P-chain. */
  readonly indexer: Indexer;
  readonly network: Network;
  readonly beacons: readonly Beacon[];
  /** Containers that are known to belong to the chain, in any order. */
  readonly checkpoints: readonly Id[];
  /** The node's own certificate with its key, as PEM, and its BLS secret key of 32 bytes. */
  readonly identity: {
    readonly certificatePem: string;
    readonly keyPem: string;
    readonly blsSecretKey: Uint8Array;
  };
  /** The address to claim; where the node listens if absent. */
  readonly publicIP?: IpPort | undefined;
  /** Nobody can connect to the node if absent. */
  readonly listenAt?: IpPort | undefined;
  /** Whether the chain comes from a snapshot that is not verified yet: then the beacons must accept every tip, too. */
  readonly isAssumed?: () => boolean;
  /** For containers that are fetched and not executed yet. */
  readonly stagingFile: string;
  /** The folder for the report of a halt; it is created if necessary. */
  readonly reportFolder: string;
  /** The chains to follow beside the P-chain; none if absent. */
  readonly storedChains?: readonly StoredChain[];
  /** Containers of these chains that were moved to the archive. */
  readonly older?: OlderContainers | undefined;
  readonly trackedSubnets: readonly Id[];
  /** What else may be why a beacon cannot be reached. */
  readonly unreachableHint?: string | undefined;
  /** Whether to dial private addresses; everywhere but on mainnet and Fuji if absent. */
  readonly allowPrivateIPs?: boolean | undefined;
  /** Time, timers and randomness: the machine's own if absent. */
  readonly environment?: Environment;
  readonly onPhase: (phase: FollowPhase) => void;
  readonly onWarning: (message: string) => void;
  /** The engine disagrees with the network; `report` is the file that says how. Also called when a start finds the node halted. */
  readonly onHalt: (halt: Halt) => void;
  /** The same of another chain than the P-chain; nothing else stops. */
  readonly onStoredChainHalt?: (halt: Halt, chain: "X" | "C") => void;
  readonly onStoredChainPhase?: (chain: "X" | "C", phase: FollowPhase) => void;
  readonly onDagPhase?: (phase: DagPhase) => void;
  /** Called after containers of another chain than the P-chain were stored. */
  readonly onStored?: () => void;
  /** An error of ours; following continues. */
  readonly onError: (error: unknown) => void;
};
