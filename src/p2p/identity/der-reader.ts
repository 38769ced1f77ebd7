/**
 * Reads DER from the front of bytes, as Go's cryptobyte.String does: tags of one byte, lengths in their shortest form.
 * `undefined` means that the next element is another one or is malformed.
 */
export class DerReader {
  #rest: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#rest = bytes;
  }

  /** The content of the next element, which must have the tag. */
  read(tag: number): Uint8Array | undefined {
    const [found, first] = this.#rest;
    if (found !== tag || (found & 0x1f) === 0x1f || first === undefined) return undefined;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = 2 + lengthBytes;
    if (first === 0x80 || lengthBytes > 4 || this.#rest.length < start) return undefined;
    const length = lengthBytes === 0 ? first : longLength(this.#rest.subarray(2, start));
    if (length === undefined || this.#rest.length < start + length) return undefined;
    const content = this.#rest.subarray(start, start + length);
    this.#rest = this.#rest.subarray(start + length);
    return content;
  }

  /** False if the next element has the tag and is malformed; true also if there is none. */
  skipOptional(tag: number): boolean {
    return this.#rest[0] !== tag || this.read(tag) !== undefined;
  }

  /** A BIT STRING, shifted to end at a byte. */
  readBits(): Uint8Array | undefined {
    const content = this.read(derTags.bitString);
    const unused = content?.[0];
    if (content === undefined || unused === undefined || unused > 7) return undefined;
    const bits = content.slice(1);
    const last = bits.at(-1);
    if (last === undefined) return unused === 0 ? bits : undefined;
    if ((last & ((1 << unused) - 1)) !== 0) return undefined;
    return unused === 0 ? bits : shiftedRight(bits, unused);
  }

  /** An INTEGER that is not negative, without leading zeros. */
  readUnsigned(): Uint8Array | undefined {
    const content = this.read(derTags.integer);
    if (content === undefined || content.length === 0 || content[0]! >= 0x80) return undefined;
    if (content.length === 1 || content[0] !== 0) return content;
    return content[1]! >= 0x80 ? content.subarray(1) : undefined;
  }
}

export const derTags = {
  integer: 0x02,
  bitString: 0x03,
  objectIdentifier: 0x06,
  sequence: 0x30,
  /** `[0]`, constructed. */
  version: 0xa0,
} as const;

function longLength(bytes: Uint8Array): number | undefined {
  const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const isShortest = length >= 0x80 && bytes[0] !== 0;
  return isShortest ? length : undefined;
}

function shiftedRight(bytes: Uint8Array, bits: number): Uint8Array {
  return bytes.map((byte, at) => (byte >> bits) | ((bytes[at - 1] ?? 0) << (8 - bits)));
}
