/** Reads big-endian values from bytes. Slices share the memory of the input and are not Buffers. */
export class Reader {
  readonly bytes: Uint8Array;
  /** The types that this codec knows. */
  readonly types: RegisteredTypes;
  /** Type IDs of the interfaces that are being read, the outermost first. */
  readonly openTypes: number[] = [];
  offset = 0;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, types: RegisteredTypes) {
    this.bytes = plainBytes(bytes);
    this.types = types;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8));
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }

  fixed(length: number): Uint8Array {
    const start = this.#take(length);
    return this.bytes.subarray(start, start + length);
  }

  #take(length: number): number {
    const start = this.offset;
    if (length > this.bytes.length - start) throw new CodecError(shortInput);
    this.offset = start + length;
    return start;
  }
}

/**
 * Returns a view of the same memory that is not a Buffer: slices of Buffers are Buffers, which compare and
 * copy differently.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.constructor === Uint8Array) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A type that a codec knows. `field` is set if a slot of another type may contain it. */
export type RegisteredType = {
  /** The name in error texts. */
  readonly goName: string;
  readonly field?: { decode(reader: Reader): unknown };
};

/** Type ID -> type. */
export type RegisteredTypes = Readonly<Record<number, RegisteredType>>;

/** The codec cannot read bytes or write a value. The message is AvalancheGo's text. */
export class CodecError extends Error {
  override readonly name = "CodecError";
}

export const shortInput = "packer has insufficient length for input";
