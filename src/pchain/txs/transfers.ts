import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import {
  type BaseTxFields,
  baseTxFields,
  transferableInputs,
  transferableOutputs,
} from "../components/base-tx.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { TransferableOutput } from "../components/outputs.ts";

/** Imports UTXOs that another chain of the primary network exported to the P-chain. */
export type ImportTx = {
  readonly kind: "ImportTx";
  readonly baseTx: BaseTxFields;
  readonly sourceChain: Id;
  readonly importedInputs: readonly TransferableInput[];
};

/** Wire order. avalanchego vms/platformvm/txs/import_tx.go @ v1.12.1 */
export const importTx = kindStruct<ImportTx>("ImportTx", {
  baseTx: inline(baseTxFields),
  sourceChain: id,
  importedInputs: transferableInputs,
});

/** Exports outputs to another chain of the primary network. */
export type ExportTx = {
  readonly kind: "ExportTx";
  readonly baseTx: BaseTxFields;
  readonly destinationChain: Id;
  readonly exportedOutputs: readonly TransferableOutput[];
};

/** Wire order. avalanchego vms/platformvm/txs/export_tx.go @ v1.12.1 */
export const exportTx = kindStruct<ExportTx>("ExportTx", {
  baseTx: inline(baseTxFields),
  destinationChain: id,
  exportedOutputs: transferableOutputs,
});

/** Moves funds within the P-chain. */
export type BaseTx = {
  readonly kind: "BaseTx";
  readonly baseTx: BaseTxFields;
};

/** Wire order. avalanchego vms/platformvm/txs/base_tx.go @ v1.12.1 */
export const baseTx = kindStruct<BaseTx>("BaseTx", {
  baseTx: inline(baseTxFields),
});
