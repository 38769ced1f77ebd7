import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { secp256k1FxID } from "../../networks/chains.ts";
import { type Field, lazy } from "../codec/field.ts";
import { id, u32, u64 } from "../codec/primitives.ts";
import { kindStruct, struct, withJson } from "../codec/struct.ts";
import { union } from "../codec/union.ts";
import { componentTypes } from "../wire-types.ts";
import { addresses, type OutputOwners } from "./owners.ts";

/** An amount of an asset for its owners. avalanchego vms/secp256k1fx/transfer_output.go @ v1.12.1 */
export type TransferOutput = OutputOwners & {
  readonly kind: "TransferOutput";
  readonly amount: bigint;
};

/** An output that until `locktime` can only be staked. avalanchego vms/platformvm/stakeable @ v1.12.1 */
export type LockOut = {
  readonly kind: "LockOut";
  readonly locktime: bigint;
  readonly output: TransferOutput;
};

export type Output = TransferOutput | LockOut;

export type TransferableOutput = { readonly assetID: Id; readonly output: Output };

export const transferOutput = withJson(
  kindStruct<TransferOutput>("TransferOutput", {
    amount: u64,
    locktime: u64,
    threshold: u32,
    addresses,
  }),
  (output, context) => ({
    addresses: addresses.toJson(output.addresses, context),
    amount: output.amount,
    locktime: output.locktime,
    threshold: output.threshold,
  }),
);

/** The codec reads a lock within a lock, and then rejects a type within itself. */
const nestedLockOut: Field<LockOut> = lazy(() => lockOut);

const lockedOutput = union<Output>({
  interfaceName: "avax.TransferableOut",
  types: componentTypes,
  fields: { TransferOutput: transferOutput, LockOut: nestedLockOut },
}) as Field<TransferOutput>;

export const lockOut = kindStruct<LockOut>("LockOut", { locktime: u64, output: lockedOutput });

export const outputFields = { TransferOutput: transferOutput, LockOut: lockOut };

export const output = union<Output>({
  interfaceName: "avax.TransferableOut",
  types: componentTypes,
  fields: outputFields,
});

/** avalanchego vms/components/avax/transferables.go @ v1.12.1; the fx is in JSON only. */
export const transferableOutput = withJson(
  struct<TransferableOutput>({ assetID: id, output }),
  (value, context) => ({
    assetID: id.toJson(value.assetID, context),
    fxID: fxIDText,
    output: output.toJson(value.output, context),
  }),
);

/** The feature extension of every P-chain output and input in JSON. */
export const fxIDText = formatId(secp256k1FxID);
