import { type Utxo, utxoID } from "../../pchain/components/utxo.ts";
import { Diff } from "../../pchain/state/diff.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { fromInteger } from "../../store/sqlite.ts";

type Row = [
  txID: Uint8Array,
  outputIndex: bigint,
  assetID: Uint8Array,
  amount: bigint,
  threshold: bigint,
  locktime: bigint,
  addresses: Uint8Array,
  createdHeight: bigint,
];

/** The outputs that a dev node made outside of blocks, as the ledger keeps them: later blocks may spend them. */
export class DevOutputs {
  readonly #byHeight = new Map<bigint, Utxo[]>();

  constructor(store: ChainStore) {
    const rows = store
      .database()
      .prepare(
        `SELECT tx_id, output_index, asset_id, amount, threshold, locktime, addresses,
          created_height FROM ledger_outputs WHERE origin = 'dev' ORDER BY created_position`,
      )
      .raw()
      .safeIntegers()
      .all() as Row[];
    for (const row of rows) {
      const height = row[7];
      this.#byHeight.set(height, [...(this.#byHeight.get(height) ?? []), utxoOf(row)]);
    }
  }

  /**
   * Adds those that were made at the tip of a store and that it lacks. The tip is the same after a proposal, which is accepted
   * with its option.
   */
  addAtTip(store: ChainStore): void {
    const made = this.#byHeight.get(store.blocks.lastAccepted().height) ?? [];
    const utxos = made.filter((utxo) => store.state.utxo(utxoID(utxo)) === undefined);
    if (utxos.length === 0) return;
    const change = new Diff(store.state);
    for (const utxo of utxos) {
      change.addUtxo(utxo);
      change.record({ kind: "produced", origin: "dev", utxo });
    }
    store.accept({ blocks: [], changes: [change.changes()] });
  }
}

function utxoOf([txID, index, assetID, amount, threshold, locktime, joined]: Row): Utxo {
  const addressLength = 20;
  const addresses = Array.from({ length: joined.length / addressLength }, (_, owner) =>
    joined.subarray(owner * addressLength, (owner + 1) * addressLength),
  );
  const owners = { locktime: fromInteger(locktime), threshold: Number(threshold), addresses };
  return {
    txID,
    outputIndex: Number(index),
    assetID,
    output: { kind: "TransferOutput", amount: fromInteger(amount), ...owners },
  };
}
