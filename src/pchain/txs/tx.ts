import { sha256 } from "../../crypto/hash.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { JsonValue } from "../../formats/json.ts";
import { releases } from "../../networks/release.ts";
import type { Field, JsonContext } from "../codec/field.ts";
import type { Reader } from "../codec/reader.ts";
import { slice, struct } from "../codec/struct.ts";
import { type DecodeOptions, decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import type { Writer } from "../codec/writer.ts";
import { type Credential, verifiable } from "../components/credential.ts";
import { txCodecOf, type UnsignedTx, unsignedTx } from "./unsigned-tx.ts";

export type { UnsignedTx } from "./unsigned-tx.ts";

/** A signed transaction as it is on the wire. avalanchego vms/platformvm/txs/tx.go @ v1.12.1 */
export type Tx = {
  readonly unsigned: UnsignedTx;
  /** One for each input in order, then one for the authorization. */
  readonly credentials: readonly Credential[];
  /** With the codec version; the ID is their sha256. */
  readonly bytes: Uint8Array;
  /** The leading part of `bytes`; its sha256 is signed. */
  readonly unsignedBytes: Uint8Array;
  readonly id: Id;
};

const credentials = slice(verifiable);

/** Reads what the newest release does unless the options say otherwise. Throws CodecError. */
export function parseTx(bytes: Uint8Array, options?: DecodeOptions): Tx {
  return decodeVersioned(versionedTx, bytes, { ...txCodecOf(releases.newest), ...options });
}

export function makeTx(unsigned: UnsignedTx, signatures: readonly Credential[]): Tx {
  const unsignedBytes = encodeVersioned(unsignedTx, unsigned);
  const bytes = encodeVersioned(bareTx, { unsigned, credentials: signatures });
  return { unsigned, credentials: signatures, bytes, unsignedBytes, id: sha256(bytes) };
}

export function txToJson(tx: Tx, context: JsonContext): JsonValue {
  return {
    unsignedTx: unsignedTx.toJson(tx.unsigned, context),
    credentials: credentials.toJson(tx.credentials, context),
    id: formatId(tx.id),
  };
}

/** Reads what `txToJson` writes; the ID follows from the rest. Throws FormatError. */
export function txFromJson(json: JsonValue): Tx {
  const members = struct<TxMembers>({ unsignedTx, credentials }).fromJson(json);
  return makeTx(members.unsignedTx, members.credentials);
}

type TxMembers = {
  readonly unsignedTx: UnsignedTx;
  readonly credentials: readonly Credential[];
};

/** A transaction in a block has no codec version of its own, but its ID is computed with one. */
export const embeddedTx: Field<Tx> = {
  encode(writer: Writer, tx: Tx) {
    writer.fixed(tx.bytes.subarray(2));
  },
  decode(reader: Reader): Tx {
    const start = reader.offset;
    const unsigned = unsignedTx.decode(reader);
    const unsignedEnd = reader.offset;
    const signatures = credentials.decode(reader);
    const bytes = new Uint8Array(2 + reader.offset - start);
    bytes.set(reader.bytes.subarray(start, reader.offset), 2);
    return {
      unsigned,
      credentials: signatures,
      bytes,
      unsignedBytes: bytes.subarray(0, 2 + unsignedEnd - start),
      id: sha256(bytes),
    };
  },
  toJson: txToJson,
  fromJson: txFromJson,
};

const bareTx: Field<Pick<Tx, "unsigned" | "credentials">> = {
  encode(writer, tx) {
    unsignedTx.encode(writer, tx.unsigned);
    credentials.encode(writer, tx.credentials);
  },
  decode: (reader) => ({
    unsigned: unsignedTx.decode(reader),
    credentials: credentials.decode(reader),
  }),
  toJson: () => null,
  fromJson: txFromJson,
};

/** A transaction that is not in a block keeps the input bytes without copying. */
const versionedTx: Field<Tx> = {
  ...embeddedTx,
  decode(reader) {
    const unsigned = unsignedTx.decode(reader);
    const unsignedBytes = reader.bytes.subarray(0, reader.offset);
    const signatures = credentials.decode(reader);
    const { bytes } = reader;
    return { unsigned, credentials: signatures, bytes, unsignedBytes, id: sha256(bytes) };
  },
};

/** The bytes to sign of a transaction. */
export function encodeUnsignedTx(unsigned: UnsignedTx): Uint8Array {
  return encodeVersioned(unsignedTx, unsigned);
}
