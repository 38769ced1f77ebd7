import type { Id } from "../../formats/bytes.ts";
import { type Field, lazy } from "../codec/field.ts";
import { id, u32, u64 } from "../codec/primitives.ts";
import { kindStruct, slice, struct, withJson } from "../codec/struct.ts";
import { union } from "../codec/union.ts";
import { componentTypes } from "../wire-types.ts";
import { fxIDText } from "./outputs.ts";

/** Spends an output. Each index selects an address whose signature is in the credential. */
export type TransferInput = {
  readonly kind: "TransferInput";
  readonly amount: bigint;
  readonly signatureIndices: readonly number[];
};

/** Spends a locked output. avalanchego vms/platformvm/stakeable @ v1.12.1 */
export type LockIn = {
  readonly kind: "LockIn";
  readonly locktime: bigint;
  readonly input: TransferInput;
};

export type Input = TransferInput | LockIn;

export type TransferableInput = {
  readonly txID: Id;
  readonly outputIndex: number;
  readonly assetID: Id;
  readonly input: Input;
};

export const signatureIndices = slice(u32);

/** avalanchego vms/secp256k1fx/transfer_input.go @ v1.12.1 */
export const transferInput = kindStruct<TransferInput>("TransferInput", {
  amount: u64,
  signatureIndices,
});

/** The codec reads a lock within a lock, and then rejects a type within itself. */
const nestedLockIn: Field<LockIn> = lazy(() => lockIn);

const lockedInput = union<Input>({
  interfaceName: "avax.TransferableIn",
  types: componentTypes,
  fields: { TransferInput: transferInput, LockIn: nestedLockIn },
}) as Field<TransferInput>;

export const lockIn = kindStruct<LockIn>("LockIn", { locktime: u64, input: lockedInput });

export const input = union<Input>({
  interfaceName: "avax.TransferableIn",
  types: componentTypes,
  fields: { TransferInput: transferInput, LockIn: lockIn },
});

/** avalanchego vms/components/avax/transferables.go @ v1.12.1; the fx is in JSON only. */
export const transferableInput = withJson(
  struct<TransferableInput>({ txID: id, outputIndex: u32, assetID: id, input }),
  (value, context) => ({
    txID: id.toJson(value.txID, context),
    outputIndex: value.outputIndex,
    assetID: id.toJson(value.assetID, context),
    fxID: fxIDText,
    input: input.toJson(value.input, context),
  }),
);
