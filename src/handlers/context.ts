import type { PendingStatus } from "../chain/chain.ts";
import type { Id, NodeId, ShortId } from "../formats/bytes.ts";
import type { Health } from "../health/health.ts";
import type { Keystore } from "../keystore/keystore.ts";
import type { ChainContext } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import type { EpochParent } from "../pchain/blocks/epoch.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { State } from "../pchain/state/state.ts";
import type { StateContents } from "../pchain/state/state-contents.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { UnsignedMessage } from "../pchain/warp/message.ts";
import type { SignedMessage } from "../pchain/warp/sign.ts";
import type { ChainQueries, SnapshotStatus } from "../store/chain-queries.ts";
import type { ContainerLog } from "../store/container-log.ts";
import type { Watches } from "../watches/watches.ts";
import type { ViewCache } from "./views/view-cache.ts";

/** The parts of a node that handlers use. Each handler names the ones it needs. */
export interface HandlerContext {
  readonly clock: HandlerClock;
  /** The chain time, in Unix seconds, for which fees are reported: that of the last block, or the next one's on a dev node. */
  readonly feeTime: () => bigint;
  /** The network's parameters and the IDs from its genesis. */
  readonly chain: ChainContext;
  /** The P-chain after its last accepted block. */
  readonly state: State & Pick<StateContents, "allL1Validators">;
  /** Blocks, transactions, UTXOs, stakes, subnets and validator sets of the accepted chain. */
  readonly queries: ChainQueries;
  readonly blockchains: Blockchains;
  readonly uptimes: ValidatorUptimes;
  readonly transactions: Transactions;
  readonly proposer: ProposerLayer;
  readonly dev: DevControls;
  readonly node: NodeFacts;
  readonly peers: Peers;
  readonly health: Health;
  readonly keystore: Keystore;
  readonly watches: WatchControls;
  /** The index that the path of the request names. */
  readonly containers: ContainerLog;
  /** Formatted parts of results, cached for this node. */
  readonly views: ViewCache;
}

/** What callers can do with watches. */
export type WatchControls = Pick<
  Watches,
  | "keys"
  | "list"
  | "get"
  | "room"
  | "refusalOf"
  | "positions"
  | "create"
  | "update"
  | "delete"
  | "setStatus"
  | "replay"
  | "rotate"
  | "test"
>;

export interface HandlerClock {
  /** Unix seconds. */
  nowSeconds(): bigint;
}

/** The blockchains with aliases on this node, and their status. */
export interface Blockchains {
  /** The snapshot that a chain started from; undefined if it started from its genesis. */
  snapshot(chainID: Id): SnapshotStatus | undefined;
  /** The ID of a chain by alias (`P`, `X`, `evm` ...) or by the text of its ID. */
  lookup(aliasOrID: string): Id | undefined;
  /** The first alias of a chain, or the text of its ID. */
  primaryAlias(chainID: Id): string;
  isBootstrapped(chainID: Id): boolean;
  /** Whether the node runs or follows the chain: its status is Validating or Syncing rather than Created. */
  isTracked(chainID: Id): boolean;
  /** Whether the node follows the chains of a subnet. */
  isSubnetTracked(subnetID: Id): boolean;
}

/** The uptimes of primary network validators that this node observed. */
export interface ValidatorUptimes {
  /** From 0 to 1, since the validator's `startTime` in Unix seconds. */
  uptime(nodeID: NodeId, startTime: bigint): number;
  isConnected(nodeID: NodeId): boolean;
}

/** Transactions that are not accepted yet. */
export interface Transactions {
  /**
   * Adds a transaction to the mempool, or brings it to the network that the node follows. Returns AvalancheGo's reason
   * if it is rejected. Rejects with an AbortError if `isWanted` returns false while the transaction waits.
   */
  issue(tx: Tx, isWanted?: () => boolean): string | undefined | Promise<string | undefined>;
  status(txID: Id): PendingStatus | undefined;
  /** Whether a pending transaction would create this blockchain. */
  proposesChain(chainID: Id): boolean;
  /** The height that proposervm would use now: the lowest of the recently accepted blocks. */
  minimumHeight(): bigint;
}

/** proposervm, the layer around the blocks of the P-chain. */
export interface ProposerLayer {
  /** The last accepted block as the parent of the next one. */
  parent(): EpochParent & { readonly isWrapped: boolean };
}

/** What a developer has changed, beside blocks. */
export type DevMoves = {
  /** Increases with every change, which invalidates cached responses. */
  readonly changes: bigint;
  /** Increases when accepted blocks may have been undone. */
  readonly generation: number;
};

/** What a developer can do to a local chain. */
export interface DevControls {
  /** `couloir/0.1.0`, in every profile. */
  readonly program: string;
  readonly moves: DevMoves;
  /** Whether its blocks are such that other nodes can follow: methods that would break that are refused. */
  readonly isFollowable: boolean;
  clock(): DevClock;
  /** A `frozen` clock stops; otherwise it continues from the new time. */
  setTime(unixSeconds: bigint, frozen: boolean): void;
  /** Builds the blocks that are due by then, except in manual mode, and returns their number. */
  increaseTime(seconds: bigint): Promise<number>;
  blockProduction(): BlockProductionSetting;
  setBlockProduction(setting: BlockProductionSetting): void;
  /** Returns no blocks if there is nothing to build. */
  buildBlock(): readonly { readonly id: Id; readonly height: bigint }[];
  takeSnapshot(): string;
  /** The IDs of all snapshots, oldest first. */
  snapshots(): readonly string[];
  /** Returns false for an unknown snapshot. */
  revert(snapshotID: string): boolean;
  /** Resolves to the genesis ID. */
  reset(): Promise<Id>;
  /** Rejects with an AbortError if `isWanted` returns false while others are dumped. */
  dumpState(isWanted?: () => boolean): Promise<StateDump>;
  /** Returns the reason and the remedy if the state was refused. */
  loadState(state: Uint8Array): string | undefined;
  digest(): Uint8Array;
  /** Returns the new UTXO, which a followable node pays in a transaction. Rejects with a Rejection if it cannot. */
  fund(address: ShortId, amountNavax: bigint): Utxo | Promise<Utxo>;
  impersonate(addresses: readonly ShortId[], enabled: boolean): void;
  impersonated(): readonly ShortId[];
  setValidatorUptime(nodeID: NodeId, percentage: number): void;
  /** Pass undefined for a healthy node. */
  setHealth(failure: string | undefined): Promise<void>;
  setBootstrapped(bootstrapped: boolean): Promise<void>;
  /** In the order in which the next blocks take them. */
  mempool(): readonly Tx[];
  /** Returns AvalancheGo's reason if the block was refused. The height defaults to the one that proposervm would use. */
  acceptBlock(block: Block, pChainHeight: bigint | undefined): string | undefined;
  /** Returns false if the UTXO already exists. */
  addAtomicUTXO(sourceChain: Id, utxo: Utxo): boolean;
  /** Returns the new UTXO of AVAX. */
  creditAtomicUTXO(sourceChain: Id, address: ShortId, amountNavax: bigint): Utxo;
  spareValidators(count: number): Promise<readonly SpareValidator[]>;
  /**
   * Signs with the keys of the source's validators that the node has, and with the given BLS secret keys. Rejects with a
   * Rejection if there is no such chain.
   */
  signWarpMessage(
    message: UnsignedMessage,
    secretKeys: readonly Uint8Array[],
  ): Promise<SignedWarpMessage>;
  /** Returns false if the transaction is not in the mempool. */
  dropTransaction(txID: Id, reason: string): boolean;
}

/** The bytes of a state file, and the height of the last accepted block in it. */
export type StateDump = { readonly bytes: Uint8Array; readonly height: bigint };

/** A signed message, and the P-chain height of the validators that signed it. */
export type SignedWarpMessage = SignedMessage & { readonly height: bigint };

/** A node that does not validate the primary network. */
export type SpareValidator = {
  readonly nodeID: NodeId;
  /** BLS: 32, 48 and 96 bytes. */
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;
};

export type DevClock = { readonly unixSeconds: bigint; readonly isFrozen: boolean };

/** `intervalMs` is 0 unless the mode is `interval`. */
export type BlockProductionSetting = {
  readonly mode: "auto" | "interval" | "manual";
  readonly intervalMs: number;
};

/** Facts about the node itself. */
export interface NodeFacts {
  /** Where the blocks of the P-chain come from. */
  readonly mode: "dev" | "follow" | "offline";
  readonly nodeID: NodeId;
  /** 48 bytes, compressed. */
  readonly blsPublicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;
  /** The public IP and staking port, such as `127.0.0.1:9651`. */
  publicAddress(): string;
  readonly versions: {
    /** In the form of `info.getNodeVersion`; depends on the API profile. */
    readonly application: string;
    readonly database: string;
    readonly rpcProtocol: string;
    readonly gitCommit: string;
    readonly vms: Readonly<Record<string, string>>;
  };
  /** Numbers of the proposals that the release of the API profile lists as implementable and not activated. */
  readonly currentAcps: readonly number[];
  /** VM ID as text -> aliases. */
  readonly vms: Readonly<Record<string, readonly string[]>>;
  /** Feature extension ID as text -> name. */
  readonly fxs: Readonly<Record<string, string>>;
}

/** Connected nodes. A single node has no peers. */
export interface Peers {
  /** All peers if the list is empty; otherwise the known ones in the given order. */
  list(nodeIDs: readonly NodeId[]): readonly Peer[];
  /** In percent of a subnet's stake. Undefined if this node does not validate the subnet. */
  uptime(
    subnetID: Id,
  ): { readonly rewarding: number; readonly weightedAverage: number } | undefined;
  /** The weight of all validators of the primary network, connected or not. */
  primaryWeight(): bigint;
}

export type Peer = {
  readonly ip: string;
  readonly publicIP: string;
  readonly nodeID: NodeId;
  readonly version: string;
  /** Unix seconds of the newest upgrade that the peer knows. */
  readonly upgradeTime: bigint;
  /** Unix seconds. */
  readonly lastSent: bigint;
  readonly lastReceived: bigint;
  readonly observedUptimePercent: number;
  readonly trackedSubnets: readonly Id[];
  readonly supportedACPs: readonly number[];
  readonly objectedACPs: readonly number[];
  readonly benched: readonly Id[];
};
