/** Bytes of a user that are not what they should be. The message is AvalancheGo's. */
export class UserDataError extends Error {
  override readonly name = "UserDataError";
}

/**
 * The fields behind the codec version of bytes in AvalancheGo's linear codec, all of which `read`
 * must use up. Throws UserDataError. avalanchego codec/manager.go @ v1.12.1
 */
export function decodeFields<Value>(
  bytes: Uint8Array,
  read: (fields: FieldReader) => Value,
): Value {
  if (bytes.length < versionBytes) throw new UserDataError("couldn't unpack codec version");
  if (bytes[0] !== 0 || bytes[1] !== 0) throw new UserDataError("unknown codec version");
  const fields = new FieldReader(bytes, versionBytes);
  const value = read(fields);
  if (fields.offset !== bytes.length) {
    throw new UserDataError(
      `trailing buffer space: read ${fields.offset} provided ${bytes.length}`,
    );
  }
  return value;
}

/** Bytes in AvalancheGo's linear codec: the codec version and the fields that `write` adds. */
export function encodeFields(write: (fields: FieldWriter) => void): Uint8Array {
  const fields = new FieldWriter();
  fields.fixed(new Uint8Array(versionBytes));
  write(fields);
  return fields.finish();
}

/** Fields are big-endian; each method throws UserDataError. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
  }

  fixed(length: number): Uint8Array {
    if (this.#bytes.length - this.offset < length) throw new UserDataError(insufficientLength);
    const start = this.offset;
    this.offset += length;
    return this.#bytes.slice(start, this.offset);
  }

  /** Bytes behind their length. */
  bytes(): Uint8Array {
    return this.fixed(this.count());
  }

  /** How many elements of a list follow. */
  count(): number {
    if (this.#bytes.length - this.offset < countBytes) {
      throw new UserDataError(`couldn't unmarshal slice: ${insufficientLength}`);
    }
    const count = this.#view.getUint32(this.offset);
    if (count > countMax) {
      throw new UserDataError(
        `max slice length exceeded; array length, ${count}, exceeds maximum length, ${countMax}`,
      );
    }
    this.offset += countBytes;
    return count;
  }

  list<Element>(read: () => Element): Element[] {
    const elements: Element[] = [];
    for (let left = this.count(); left > 0; left--) elements.push(read());
    return elements;
  }
}

export class FieldWriter {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  fixed(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  bytes(bytes: Uint8Array): void {
    this.count(bytes.length);
    this.fixed(bytes);
  }

  count(count: number): void {
    const bytes = new Uint8Array(countBytes);
    new DataView(bytes.buffer).setUint32(0, count);
    this.fixed(bytes);
  }

  finish(): Uint8Array {
    const whole = new Uint8Array(this.#length);
    let offset = 0;
    for (const part of this.#parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }
}

const versionBytes = 2;
const countBytes = 4;
const countMax = 2 ** 31 - 1;
const insufficientLength = "packer has insufficient length for input";
