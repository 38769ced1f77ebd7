import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableOutputs } from "../components/base-tx.ts";
import type { TransferableOutput } from "../components/outputs.ts";

/** Gives outputs to another chain of the primary network. */
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
