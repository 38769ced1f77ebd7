import type { Field } from "./field.ts";
import { CodecError, Reader, type RegisteredTypes } from "./reader.ts";
import { Writer } from "./writer.ts";

/** The largest input of a codec that has no limit of its own. avalanchego codec/manager.go @ v1.12.1 */
const defaultBytesMax = 256 * 1024;

const codecVersion = 0;

export type DecodeOptions = {
  /** Default: 256 KiB; stored and genesis bytes have no limit. */
  readonly bytesMax?: number;
  /** The types that the codec knows; by default those that the field knows. */
  readonly types?: RegisteredTypes;
};

/** A u16 codec version, 0 by default, and the value. */
export function encodeVersioned<T>(
  field: Field<T>,
  value: T,
  version: number = codecVersion,
): Uint8Array {
  const writer = new Writer();
  writer.u16(version);
  field.encode(writer, value);
  return writer.finish();
}

/** Throws CodecError for another version, short input, and trailing bytes. */
export function decodeVersioned<T>(
  field: Field<T>,
  bytes: Uint8Array,
  options: DecodeOptions = {},
): T {
  return decodeVersions([field], bytes, options);
}

/** The same for a codec with several versions, each with its field. */
export function decodeVersions<T>(
  fields: readonly Field<T>[],
  bytes: Uint8Array,
  options: DecodeOptions = {},
): T {
  const bytesMax = options.bytesMax ?? defaultBytesMax;
  if (bytes.length > bytesMax) {
    throw new CodecError(`byte array exceeds maximum length: ${bytes.length} > ${bytesMax}`);
  }
  if (bytes.length < 2) throw new CodecError("couldn't unpack codec version");
  const reader = new Reader(bytes, options.types);
  const field = fields[reader.u16()];
  if (field === undefined) throw new CodecError("unknown codec version");
  const value = field.decode(reader);
  if (reader.remaining > 0) {
    throw new CodecError(`trailing buffer space: read ${reader.offset} provided ${bytes.length}`);
  }
  return value;
}
