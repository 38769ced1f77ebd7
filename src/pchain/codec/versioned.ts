import type { Field } from "./field.ts";
import { CodecError, Reader, type RegisteredTypes } from "./reader.ts";
import { Writer } from "./writer.ts";

/** The largest input of the codecs of transactions and blocks. avalanchego codec/manager.go @ v1.12.1 */
export const messageBytesMax = 256 * 1024;

const codecVersion = 0;

export type DecodeOptions = {
  /** Defaults to `messageBytesMax`; stored and genesis bytes have no limit. */
  readonly bytesMax?: number;
  /** The types that the codec knows; none by default. */
  readonly types?: RegisteredTypes;
};

/** A u16 codec version, always 0, and the value. */
export function encodeVersioned<T>(field: Field<T>, value: T): Uint8Array {
  const writer = new Writer();
  writer.u16(codecVersion);
  field.encode(writer, value);
  return writer.finish();
}

/** Throws CodecError for another version, short input, and trailing bytes. */
export function decodeVersioned<T>(
  field: Field<T>,
  bytes: Uint8Array,
  options: DecodeOptions = {},
): T {
  const bytesMax = options.bytesMax ?? messageBytesMax;
  if (bytes.length > bytesMax) {
    throw new CodecError(`byte array exceeds maximum length: ${bytes.length} > ${bytesMax}`);
  }
  if (bytes.length < 2) throw new CodecError("couldn't unpack codec version");
  const reader = new Reader(bytes, options.types ?? {});
  if (reader.u16() !== codecVersion) throw new CodecError("unknown codec version");
  const value = field.decode(reader);
  if (reader.remaining > 0) {
    throw new CodecError(`trailing buffer space: read ${reader.offset} provided ${bytes.length}`);
  }
  return value;
}
