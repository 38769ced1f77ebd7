import type { Id } from "../../formats/bytes.ts";
import { bytes, id, u32 } from "../codec/primitives.ts";
import { slice, struct } from "../codec/struct.ts";
import { type TransferableInput, transferableInput } from "./inputs.ts";
import { type TransferableOutput, transferableOutput } from "./outputs.ts";

/** The leading fields of nearly every transaction. avalanchego vms/components/avax/base_tx.go @ v1.12.1 */
export type BaseTxFields = {
  readonly networkID: number;
  readonly blockchainID: Id;
  readonly outputs: readonly TransferableOutput[];
  readonly inputs: readonly TransferableInput[];
  readonly memo: Uint8Array;
};

export const transferableOutputs = slice(transferableOutput);
export const transferableInputs = slice(transferableInput);

export const baseTxFields = struct<BaseTxFields>({
  networkID: u32,
  blockchainID: id,
  outputs: transferableOutputs,
  inputs: transferableInputs,
  memo: bytes,
});
