import { sha256 } from "../../crypto/hash.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { id, u32 } from "../codec/primitives.ts";
import { struct, withJson } from "../codec/struct.ts";
import { registerTypes, union } from "../codec/union.ts";
import { type DecodeOptions, decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { componentTypes, txTypes } from "../wire-types.ts";
import { fxIDText, type Output, outputFields } from "./outputs.ts";

/** An output that no accepted transaction has spent. avalanchego vms/components/avax/utxo.go @ v1.12.1 */
export type Utxo = {
  readonly txID: Id;
  readonly outputIndex: number;
  readonly assetID: Id;
  readonly output: Output;
};

const output = union<Output>({
  interfaceName: "verify.State",
  types: componentTypes,
  fields: outputFields,
});

const types = registerTypes({ ...componentTypes, ...txTypes });

/** The JSON form also contains the UTXO's ID and fx. */
export const utxo = withJson(
  struct<Utxo>({ txID: id, outputIndex: u32, assetID: id, output }),
  (value, context) => ({
    utxoID: formatId(utxoID(value)),
    txID: id.toJson(value.txID, context),
    outputIndex: value.outputIndex,
    assetID: id.toJson(value.assetID, context),
    fxID: fxIDText,
    output: output.toJson(value.output, context),
  }),
);

/** sha256 of the output index as 8 bytes and the transaction ID. avalanchego ids/id.go (Prefix) @ v1.12.1 */
export function inputID(txID: Id, outputIndex: number): Id {
  const preimage = new Uint8Array(40);
  new DataView(preimage.buffer).setUint32(4, outputIndex);
  preimage.set(txID, 8);
  return sha256(preimage);
}

export function utxoID(value: Pick<Utxo, "txID" | "outputIndex">): Id {
  return inputID(value.txID, value.outputIndex);
}

/** With the codec version, as in the API and in shared memory. */
export function encodeUtxo(value: Utxo): Uint8Array {
  return encodeVersioned(utxo, value);
}

/** Throws CodecError. */
export function decodeUtxo(bytes: Uint8Array, options?: DecodeOptions): Utxo {
  return decodeVersioned(utxo, bytes, { types, ...options });
}
