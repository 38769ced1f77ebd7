import type { Utxo } from "../../pchain/components/utxo.ts";
import { lockedOutput } from "../outputs.ts";
import type { LedgerRow } from "./schema.ts";
import { addressBytes, type Writable } from "./tx-rows.ts";

/** The row of an output that a transaction at a place created, and that nothing has spent. */
export function outputRow(
  utxo: Utxo,
  origin: LedgerRow<"outputs">["origin"],
  { height, position }: { readonly height: number; readonly position: number },
): Writable<LedgerRow<"outputs">> {
  const { amount, locktime, stakeLocktime, addresses } = lockedOutput(utxo.output);
  return {
    tx_id: utxo.txID,
    output_index: utxo.outputIndex,
    origin,
    asset_id: utxo.assetID,
    amount,
    threshold: thresholdOf(utxo),
    locktime,
    addresses: addressBytes(addresses),
    stake_locktime: stakeLocktime,
    created_height: height,
    created_position: position,
    spendable_height: null,
    spendable_position: null,
    exported_to: null,
    spent_height: null,
    spent_position: null,
    spent_input: null,
  };
}

function thresholdOf({ output }: Utxo): number {
  return output.kind === "LockOut"
    ? thresholdOf({ output: output.output } as Utxo)
    : output.threshold;
}
