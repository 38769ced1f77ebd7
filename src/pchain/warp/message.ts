import type { Id } from "../../formats/bytes.ts";
import type { Field } from "../codec/field.ts";
import { bytes, fixedBytes, id, u32 } from "../codec/primitives.ts";
import { CodecError } from "../codec/reader.ts";
import { kindStruct, struct } from "../codec/struct.ts";
import { registerTypes, union } from "../codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { Rejection } from "../rejection.ts";

/** A message from one chain to others. avalanchego vms/platformvm/warp/unsigned_message.go @ v1.12.1 */
export type UnsignedMessage = {
  readonly networkID: number;
  readonly sourceChainID: Id;
  readonly payload: Uint8Array;
};

/** Which validators signed (a big-endian bit set) and their aggregate BLS signature (96 bytes). */
export type BitSetSignature = {
  readonly kind: "BitSetSignature";
  readonly signers: Uint8Array;
  readonly signature: Uint8Array;
};

export type WarpMessage = UnsignedMessage & {
  readonly signature: BitSetSignature;
  /** What was signed. */
  readonly unsignedBytes: Uint8Array;
};

const unsignedShape = { networkID: u32, sourceChainID: id, payload: bytes };

const unsignedMessage = struct<UnsignedMessage>(unsignedShape);

const signatureTypes = { BitSetSignature: { typeID: 0, goName: "warp.BitSetSignature" } } as const;

const signature = union<BitSetSignature>({
  interfaceName: "warp.Signature",
  types: signatureTypes,
  fields: {
    BitSetSignature: kindStruct<BitSetSignature>("BitSetSignature", {
      signers: bytes,
      signature: fixedBytes(96),
    }),
  },
});

const message: Field<Omit<WarpMessage, "unsignedBytes">> = struct({ ...unsignedShape, signature });

/** Throws a Rejection with the codec's text. */
export function parseWarpMessage(input: Uint8Array): WarpMessage {
  const decoded = parsed(() =>
    decodeVersioned(message, input, {
      bytesMax: Number.MAX_SAFE_INTEGER,
      types: registerTypes(signatureTypes),
    }),
  );
  return { ...decoded, unsignedBytes: encodeVersioned(unsignedMessage, decoded) };
}

/** Throws a Rejection with the codec's text. */
export function parseUnsignedMessage(input: Uint8Array): UnsignedMessage {
  return parsed(() =>
    decodeVersioned(unsignedMessage, input, {
      bytesMax: Number.MAX_SAFE_INTEGER,
      types: registerTypes(signatureTypes),
    }),
  );
}

/** How many validators signed. */
export function signerCount({ signature: { signers } }: Pick<WarpMessage, "signature">): number {
  let count = 0;
  for (const byte of signers) for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

export function encodeUnsignedMessage(value: UnsignedMessage): Uint8Array {
  return encodeVersioned(unsignedMessage, value);
}

export function encodeWarpMessage(value: Omit<WarpMessage, "unsignedBytes">): Uint8Array {
  return encodeVersioned(message, value);
}

/** Turns a CodecError into a Rejection: a transaction with bytes that do not parse is invalid. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CodecError) throw new Rejection(error.message);
    throw error;
  }
}
