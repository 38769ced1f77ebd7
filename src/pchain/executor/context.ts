import type { VerifiedSignatures } from "../../crypto/verified-signatures.ts";
import type { BytesKey, Id, ShortId } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Utxo } from "../components/utxo.ts";
import type { MutableState } from "../state/state.ts";

/** Everything that execution needs besides the state: parameters, the node's time, and how much to check. */
export type ExecutionContext = {
  readonly chain: ChainContext;
  /** The node's wall clock in Unix seconds. It opens locks and bounds the time of blocks. */
  readonly now: bigint;
  /**
   * Whether the start of a staking period is a fraction of a second after the state's time. When a transaction is issued,
   * AvalancheGo's chain time is its clock, not truncated to seconds; blocks have whole seconds.
   * avalanchego vms/platformvm/block/executor/manager.go VerifyTx, vms/platformvm/state/chain_time_helpers.go NextBlockTime @ v1.14.2
   */
  readonly isPastSecond?: boolean;
  /**
   * `verified` checks everything. `trusted` does what AvalancheGo does while bootstrapping: blocks
   * that the network accepted are executed without signatures and without the checks it skips then.
   */
  readonly mode: "verified" | "trusted";
  /** Undefined on a node that does not run the X- and C-chain, as with AvalancheGo's partial sync: imports are not verified. */
  readonly sharedMemory: SharedMemory | undefined;
  readonly signatures: VerifiedSignatures;
  /** Addresses on a dev chain that do not have to sign. */
  readonly impersonates?: (address: ShortId) => boolean;
  /** Whether a block may only move the chain's time: a dev node makes such blocks, which no validator would accept. */
  readonly allowsEmptyBlocks?: boolean;
};

/** UTXOs that the X- and C-chain exported to the P-chain. */
export interface SharedMemory {
  atomicUtxo(sourceChain: Id, utxoID: Id): Utxo | undefined;
}

/** Changes of shared memory that follow from accepting a block, in order. */
export type AtomicRequests = readonly AtomicRequest[];

export type AtomicRequest =
  | { readonly kind: "put"; readonly destinationChain: Id; readonly utxo: Utxo }
  | { readonly kind: "remove"; readonly sourceChain: Id; readonly utxoID: Id };

/** Effects of a transaction other than state changes. */
export type TxEffects = {
  /** UTXO IDs that an import takes from shared memory; no other transaction may take them too. */
  readonly importedInputs: readonly BytesKey[];
  readonly atomicRequests: AtomicRequests;
};

export const noEffects: TxEffects = { importedInputs: [], atomicRequests: [] };

/** The two outcomes of a proposal. */
export type Outcomes = { readonly commit: MutableState; readonly abort: MutableState };
