import type { Id } from "../../formats/bytes.ts";
import { inputID } from "../components/utxo.ts";
import { baseTxOf, type UnsignedTx } from "./unsigned-tx.ts";

/** IDs of the UTXOs that a transaction spends, imported ones last. avalanchego vms/platformvm/txs @ v1.12.1 (InputIDs) */
export function inputIDs(unsigned: UnsignedTx): Id[] {
  const own = baseTxOf(unsigned)?.inputs ?? [];
  const imported = unsigned.kind === "ImportTx" ? unsigned.importedInputs : [];
  return [...own, ...imported].map(({ txID, outputIndex }) => inputID(txID, outputIndex));
}
