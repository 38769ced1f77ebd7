import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableInputs } from "../components/base-tx.ts";
import type { TransferableInput } from "../components/inputs.ts";

/** Takes UTXOs that another chain of the primary network exported to the P-chain. */
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
