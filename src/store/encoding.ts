import { equalBytes, type Id } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
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
import { StoreDamaged } from "./store-files.ts";

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

/** Reads the bytes of a row. Throws StoreDamaged if they cannot be read: the node wrote them in a form that it reads. */
export function readStored<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StoreDamaged(`${what} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws StoreDamaged if bytes of the store have another ID than their row says. */
export function verifyStoredID(what: string, expected: Id, found: Id): void {
  if (equalBytes(expected, found)) return;
  throw new StoreDamaged(`the bytes of ${what} ${formatId(expected)} do not match its ID`);
}
