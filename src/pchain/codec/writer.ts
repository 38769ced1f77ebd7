/**
 * Writes big-endian values into bytes that grow as needed. Growing replaces the bytes and their view, so
 * each method grows before it names them.
 */
export class Writer {
  #bytes = new Uint8Array(512);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  u8(value: number): void {
    const offset = this.#grow(1);
    this.#view.setUint8(offset, value);
  }

  u16(value: number): void {
    const offset = this.#grow(2);
    this.#view.setUint16(offset, value);
  }

  u32(value: number): void {
    const offset = this.#grow(4);
    this.#view.setUint32(offset, value);
  }

  u64(value: bigint): void {
    const offset = this.#grow(8);
    this.#view.setBigUint64(offset, value);
  }

  i64(value: bigint): void {
    const offset = this.#grow(8);
    this.#view.setBigInt64(offset, value);
  }

  fixed(bytes: Uint8Array): void {
    const offset = this.#grow(bytes.length);
    this.#bytes.set(bytes, offset);
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(length: number): number {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return start;
  }
}
