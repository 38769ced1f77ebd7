/** Malformed bytes of a user. The message is AvalancheGo's. */
export class UserDataError extends Error {
  override readonly name = "UserDataError";
}

/**
 * Decodes bytes in AvalancheGo's linear codec: checks the codec version, then `read` must consume
 * all fields. Throws UserDataError. avalanchego codec/manager.go @ v1.12.1
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

/**
 * Encodes bytes in AvalancheGo's linear codec: the codec version, then the fields that `write`
 * adds.
 */
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

  /** Bytes that follow their length. */
  bytes(): Uint8Array {
    return this.fixed(this.count());
  }

  /** The number of elements of the list that follows. */
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

  list<Element>(read: () => Element, elementsMax = Number.POSITIVE_INFINITY): Element[] {
    const elements: Element[] = [];
    const count = this.count();
    for (let left = count; left > 0; left--) {
      // An incomplete list is reported as such, however long it claims to be.
      if (elements.length >= elementsMax) {
        throw new UserDataError(
          `${count} entries are more than this node's limit of ${elementsMax}`,
        );
      }
      elements.push(read());
    }
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
