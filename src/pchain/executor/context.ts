import type { BytesKey, Id, ShortId } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Utxo } from "../components/utxo.ts";
import type { MutableState } from "../state/state.ts";

/** What execution needs beside the state: parameters, the node's time, and how much to check. */
export type ExecutionContext = {
  readonly chain: ChainContext;
  /** The node's wall clock in Unix seconds: locks open by it and blocks may not run ahead of it. */
  readonly now: bigint;
  /**
   * `verified` checks everything. `trusted` does what AvalancheGo does while bootstrapping: blocks
   * that the network accepted are executed without signatures and without the checks it skips then.
   */
  readonly mode: "verified" | "trusted";
  readonly sharedMemory: SharedMemory;
  /** Addresses whose signatures are taken as given, on a developer's own chain. */
  readonly impersonates?: (address: ShortId) => boolean;
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

/** What executing a transaction does beside changing the state. */
export type TxEffects = {
  /** UTXO IDs that an import takes from shared memory; no other transaction may take them too. */
  readonly importedInputs: readonly BytesKey[];
  readonly atomicRequests: AtomicRequests;
};

export const noEffects: TxEffects = { importedInputs: [], atomicRequests: [] };

/** The two outcomes of a proposal, equal before it is executed. */
export type Outcomes = { readonly commit: MutableState; readonly abort: MutableState };
