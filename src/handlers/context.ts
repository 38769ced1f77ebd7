import type { Id, NodeId, ShortId } from "../formats/bytes.ts";
import type { Health } from "../health/health.ts";
import type { Keystore } from "../keystore/keystore.ts";
import type { ChainContext } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { State } from "../pchain/state/state.ts";
import type { StateContents } from "../pchain/state/state-contents.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import type { ContainerLog } from "../store/container-log.ts";

/** What handlers may use of the node; each handler takes the part that it needs. */
export interface HandlerContext {
  readonly clock: HandlerClock;
  /** The network's parameters and the IDs that its genesis fixes. */
  readonly chain: ChainContext;
  /** The P-chain after its last accepted block. */
  readonly state: State & Pick<StateContents, "allL1Validators">;
  /** Blocks, transactions, UTXOs, stakes, subnets and validator sets of the accepted chain. */
  readonly queries: ChainQueries;
  readonly blockchains: Blockchains;
  readonly uptimes: ValidatorUptimes;
  readonly transactions: Transactions;
  readonly dev: DevControls;
  readonly node: NodeFacts;
  readonly peers: Peers;
  readonly health: Health;
  readonly keystore: Keystore;
  /** The index of the path that was asked. */
  readonly containers: ContainerLog;
}

export interface HandlerClock {
  /** Unix seconds. */
  nowSeconds(): bigint;
}

/** The blockchains that this node knows by name, and what it does with them. */
export interface Blockchains {
  /** ID of a chain by alias (`P`, `X`, `evm` ...) or by its own ID as text; undefined where none has it. */
  lookup(aliasOrID: string): Id | undefined;
  /** The first alias of a chain, or its ID as text. */
  primaryAlias(chainID: Id): string;
  isBootstrapped(chainID: Id): boolean;
  /** Whether the node runs the chain or follows it: Validating and Syncing, not Created. */
  isTracked(chainID: Id): boolean;
  /** Whether the node follows a subnet's chains. */
  isSubnetTracked(subnetID: Id): boolean;
}

/** Up-time of primary network validators as this node saw it. */
export interface ValidatorUptimes {
  /** 0 to 1 since `startTime` (Unix seconds) of the validator. */
  uptime(nodeID: NodeId, startTime: bigint): number;
  isConnected(nodeID: NodeId): boolean;
}

/** Transactions on their way into the chain. */
export interface Transactions {
  /** Undefined where the transaction is in the mempool now; else AvalancheGo's reason, as issueTx words it. */
  issue(tx: Tx): string | undefined;
  status(txID: Id): PendingStatus | undefined;
  /** Whether a transaction that would create this blockchain is on its way. */
  proposesChain(chainID: Id): boolean;
  /** Height that the proposer layer would use now: the lowest of recently accepted blocks. */
  minimumHeight(): bigint;
}

/** What a developer may do to a chain of their own. */
export interface DevControls {
  /** `couloir/0.1.0`, in every profile. */
  readonly program: string;
  /** Grows with each thing done, so that answers made before are not given again. */
  changes(): bigint;
  /** Grows when the past itself is another one: what was accepted may be gone. */
  generation(): number;
  clock(): DevClock;
  /** The clock stands where it is `frozen`, else runs on. */
  setTime(unixSeconds: bigint, frozen: boolean): void;
  /** Makes the blocks that are due by then and returns how many, unless blocks are made only on demand. */
  increaseTime(seconds: bigint): number;
  blockProduction(): BlockProductionSetting;
  setBlockProduction(setting: BlockProductionSetting): void;
  /** None where there is nothing to do. */
  buildBlock(): readonly { readonly id: Id; readonly height: bigint }[];
  takeSnapshot(): string;
  /** Those that are held, oldest first. */
  snapshots(): readonly string[];
  /** False where it is not held. */
  revert(snapshotID: string): boolean;
  /** Resolves to the ID of the genesis. */
  reset(): Promise<Id>;
  /** Bytes of a state file. */
  dumpState(): Uint8Array;
  /** Why it was refused and what to do. */
  loadState(state: Uint8Array): string | undefined;
  digest(): Uint8Array;
  /** The UTXO that came out of nothing. */
  fund(address: ShortId, amountNavax: bigint): Utxo;
  impersonate(addresses: readonly ShortId[], enabled: boolean): void;
  impersonated(): readonly ShortId[];
  setValidatorUptime(nodeID: NodeId, percentage: number): void;
  /** Undefined for a healthy node. */
  setHealth(failure: string | undefined): Promise<void>;
  setBootstrapped(bootstrapped: boolean): Promise<void>;
  /** Oldest first. */
  mempool(): readonly Tx[];
  /** Why the block was refused, in AvalancheGo's words. Without a height the one that the proposer layer would use. */
  acceptBlock(block: Block, pChainHeight: bigint | undefined): string | undefined;
  /** False where it is there already. */
  addAtomicUTXO(sourceChain: Id, utxo: Utxo): boolean;
  /** False where it does not wait. */
  dropTransaction(txID: Id, reason: string): boolean;
}

export type DevClock = { readonly unixSeconds: bigint; readonly isFrozen: boolean };

/** `intervalMs` is 0 but for `interval`. */
export type BlockProductionSetting = {
  readonly mode: "auto" | "interval" | "manual";
  readonly intervalMs: number;
};

/** Of a transaction that no accepted block has. */
export type PendingStatus =
  | { readonly kind: "Processing" }
  | { readonly kind: "Dropped"; readonly reason: string };

/** What the node is. */
export interface NodeFacts {
  readonly nodeID: NodeId;
  /** 48 bytes compressed. */
  readonly blsPublicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;
  /** Public IP and staking port, such as `127.0.0.1:9651`. */
  publicAddress(): string;
  readonly versions: {
    /** As `info.getNodeVersion` shows them, by the API profile. */
    readonly application: string;
    readonly database: string;
    readonly rpcProtocol: string;
    readonly gitCommit: string;
    readonly vms: Readonly<Record<string, string>>;
  };
  /** VM ID as text -> aliases. */
  readonly vms: Readonly<Record<string, readonly string[]>>;
  /** Feature extension ID as text -> name. */
  readonly fxs: Readonly<Record<string, string>>;
}

/** Connected nodes. A single node has none. */
export interface Peers {
  /** All where no IDs are asked for; in the order asked for otherwise, unknown ones left out. */
  list(nodeIDs: readonly NodeId[]): readonly Peer[];
  /** Percentages of a subnet's stake, or undefined where this node is no validator of it. */
  uptime(
    subnetID: Id,
  ): { readonly rewarding: number; readonly weightedAverage: number } | undefined;
}

export type Peer = {
  readonly ip: string;
  readonly publicIP: string;
  readonly nodeID: NodeId;
  readonly version: string;
  /** Unix seconds. */
  readonly lastSent: bigint;
  readonly lastReceived: bigint;
  readonly observedUptimePercent: number;
  readonly trackedSubnets: readonly Id[];
  readonly supportedACPs: readonly number[];
  readonly objectedACPs: readonly number[];
  readonly benched: readonly Id[];
};
