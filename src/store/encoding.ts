import type { Field } from "../pchain/codec/field.ts";
import { decodeVersioned, encodeVersioned } from "../pchain/codec/versioned.ts";
import { type TransferableOutput, transferableOutput } from "../pchain/components/outputs.ts";
import {
  type OutputOwners,
  outputOwners,
  type PChainOwner,
  pChainOwner,
} from "../pchain/components/owners.ts";
import { type Utxo, utxo } from "../pchain/components/utxo.ts";
import { readStored } from "./stored-row.ts";

/** Stored objects have no size limit. */
export const storedBytesMax = 2 ** 31 - 1;

export function decodeUtxo(bytes: Uint8Array): Utxo {
  return decodeStored(utxo, bytes);
}

export function encodeTransferableOutput(value: TransferableOutput): Uint8Array {
  return encodeVersioned(transferableOutput, value);
}

export function encodeOutputOwners(value: OutputOwners): Uint8Array {
  return encodeVersioned(outputOwners, value);
}

export function decodeOutputOwners(bytes: Uint8Array): OutputOwners {
  return decodeStored(outputOwners, bytes);
}

export function encodePChainOwner(value: PChainOwner): Uint8Array {
  return encodeVersioned(pChainOwner, value);
}

export function decodePChainOwner(bytes: Uint8Array): PChainOwner {
  return decodeStored(pChainOwner, bytes);
}

/** The result shares the memory of the bytes. SQLite does not reuse it. */
function decodeStored<T>(field: Field<T>, bytes: Uint8Array): T {
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return readStored("an object", () => decodeVersioned(field, plain, { bytesMax: storedBytesMax }));
}
