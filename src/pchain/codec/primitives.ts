import { formatAddress, parseAddress } from "../../formats/address.ts";
import type { Id, NodeId, ShortId } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { formatId, formatShortId, parseId, parseShortId } from "../../formats/id.ts";
import type { JsonValue } from "../../formats/json.ts";
import { formatNodeId, parseNodeId } from "../../formats/node-id.ts";
import type { Field } from "./field.ts";
import { integerOf, textOf } from "./json-form.ts";
import { CodecError, type Reader } from "./reader.ts";

/** A JSON number, exact beyond 2^53. */
const asNumber = <T extends number | bigint>(value: T): JsonValue => value;

/** Adds Go's type name to errors about short input. avalanchego codec/reflectcodec/type_codec.go @ v1.12.1 */
function named<T>(goType: string, read: (reader: Reader) => T): (reader: Reader) => T {
  return (reader) => {
    try {
      return read(reader);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      throw new CodecError(`couldn't unmarshal ${goType}: ${error.message}`);
    }
  };
}

export const u8: Field<number> = {
  encode: (writer, value) => writer.u8(value),
  decode: named("uint8", (reader) => reader.u8()),
  toJson: asNumber,
  fromJson: (json) => Number(integerOf(json, 0n, (1n << 8n) - 1n)),
};

export const u16: Field<number> = {
  encode: (writer, value) => writer.u16(value),
  decode: named("uint16", (reader) => reader.u16()),
  toJson: asNumber,
  fromJson: (json) => Number(integerOf(json, 0n, (1n << 16n) - 1n)),
};

export const u32: Field<number> = {
  encode: (writer, value) => writer.u32(value),
  decode: named("uint32", (reader) => reader.u32()),
  toJson: asNumber,
  fromJson: (json) => Number(integerOf(json, 0n, (1n << 32n) - 1n)),
};

export const u64: Field<bigint> = {
  encode: (writer, value) => writer.u64(value),
  decode: named("uint64", (reader) => reader.u64()),
  toJson: asNumber,
  fromJson: (json) => integerOf(json, 0n, (1n << 64n) - 1n),
};

export const i64: Field<bigint> = {
  encode: (writer, value) => writer.i64(value),
  decode: named("int64", (reader) => reader.i64()),
  toJson: asNumber,
  fromJson: (json) => integerOf(json, -(1n << 63n), (1n << 63n) - 1n),
};

export const bool: Field<boolean> = {
  encode: (writer, value) => writer.u8(value ? 1 : 0),
  decode: named("bool", (reader) => {
    const byte = reader.u8();
    if (byte > 1) throw new CodecError("unexpected value when unpacking bool");
    return byte === 1;
  }),
  toJson: (value) => value,
  fromJson(json) {
    if (typeof json !== "boolean") throw new FormatError("expected true or false");
    return json;
  },
};

/** Bytes of a fixed length, as lower-case hex without checksum in JSON. */
export function fixedBytes(length: number): Field<Uint8Array> {
  return {
    encode: (writer, value) => writer.fixed(value),
    decode: (reader) => reader.fixed(length),
    toJson: (value) => formatHex(value),
    fromJson: (json) => expectBytes(parseHex(textOf(json)), length),
  };
}

function expectBytes(value: Uint8Array, length: number): Uint8Array {
  if (value.length === length) return value;
  throw new FormatError(`expected ${length} bytes but got ${value.length}`);
}

/** 32 bytes, cb58 in JSON. */
export const id: Field<Id> = {
  ...fixedBytes(32),
  toJson: formatId,
  fromJson: (json) => parseId(textOf(json)),
};

/** 20 bytes, `NodeID-` and cb58 in JSON. */
export const nodeID: Field<NodeId> = {
  ...fixedBytes(20),
  toJson: formatNodeId,
  fromJson: (json) => parseNodeId(textOf(json)),
};

/** 20 bytes, in JSON the bech32 form of the context's chain. */
export const address: Field<ShortId> = {
  ...fixedBytes(20),
  toJson: (value, { hrp, chain = "P" }) => formatAddress(chain, hrp, value),
  fromJson: (json) => parseAddress(textOf(json)).address,
};

/** 20 bytes, bare cb58 in JSON: the form in owners of L1 transactions. */
export const shortID: Field<ShortId> = {
  ...fixedBytes(20),
  toJson: formatShortId,
  fromJson: (json) => parseShortId(textOf(json)),
};

/** A u32 length that Go accepts as the length of a slice. */
export const sliceLength = named("slice", (reader) => reader.u32());

export function checkSliceLength(length: number): void {
  if (length <= 0x7fff_ffff) return;
  throw new CodecError(
    `max slice length exceeded; array length, ${length}, exceeds maximum length, 2147483647`,
  );
}

/** A u32 length and bytes; hex without checksum in JSON. */
export const bytes: Field<Uint8Array> = {
  encode(writer, value) {
    writer.u32(value.length);
    writer.fixed(value);
  },
  decode(reader) {
    const length = sliceLength(reader);
    checkSliceLength(length);
    return reader.fixed(length);
  },
  toJson: (value) => formatHex(value),
  fromJson: (json) => parseHex(textOf(json)),
};
