import { fstatSync, readSync } from "node:fs";
import { endianness } from "node:os";

const headerBytes = 32;
const frameHeaderBytes = 24;
const littleEndianMagic = 0x377f_0682;

/** A page in a WAL; the last frame of a page counts. */
export type WalPage = { readonly bytes: Uint8Array };

export type WalContent = {
  /** The newest committed content of each page, by page number from 1. */
  readonly pages: ReadonlyMap<number, WalPage>;
  readonly frameCount: number;
  /** Whether a commit follows a frame whose checksum is wrong: SQLite would drop it silently. */
  readonly isDamaged: boolean;
};

/**
 * Reads the committed pages of a write-ahead log that nothing writes meanwhile, and verifies its checksums, which SQLite
 * does only when it opens the log. https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function readWal(fd: number): WalContent {
  const pages = new Map<number, WalPage>();
  const bytes = Buffer.allocUnsafe(fstatSync(fd).size);
  readSync(fd, bytes, 0, bytes.length, 0);
  if (bytes.length < headerBytes) return { pages, frameCount: 0, isDamaged: false };
  const pageSize = bytes.readUInt32BE(8);
  const frameBytes = frameHeaderBytes + pageSize;
  const salts = bytes.subarray(16, 24);
  const sum = new WalChecksum(bytes, bytes.readUInt32BE(0) === littleEndianMagic);
  sum.add(0, 24);
  if (!sum.equals(24)) return { pages, frameCount: 0, isDamaged: bytes.length > headerBytes };
  const pending = new Map<number, WalPage>();
  let frameCount = 0;
  let isValid = true;
  let isDamaged = false;
  for (
    let at = headerBytes, frame = 1;
    at + frameBytes <= bytes.length;
    at += frameBytes, frame++
  ) {
    // Frames of an earlier round have other salts.
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) break;
    const isCommit = bytes.readUInt32BE(at + 4) !== 0;
    if (!isValid) {
      isDamaged ||= isCommit;
      continue;
    }
    sum.add(at, at + 8);
    sum.add(at + frameHeaderBytes, at + frameBytes);
    isValid = sum.equals(at + 16);
    if (!isValid) continue;
    const page = { bytes: bytes.subarray(at + frameHeaderBytes, at + frameBytes) };
    pending.set(bytes.readUInt32BE(at), page);
    if (!isCommit) continue;
    for (const [number, each] of pending) pages.set(number, each);
    pending.clear();
    frameCount = frame;
  }
  return { pages, frameCount, isDamaged };
}

/** Whether a log of this page size has that many frames of its current round. */
export function hasFrames(fd: number, count: number, pageSize: number): boolean {
  const header = Buffer.alloc(headerBytes);
  const frame = Buffer.alloc(frameHeaderBytes);
  const at = headerBytes + (count - 1) * (frameHeaderBytes + pageSize);
  if (readSync(fd, frame, 0, frame.length, at) < frame.length) return false;
  readSync(fd, header, 0, header.length, 0);
  return frame.subarray(8, 16).equals(header.subarray(16, 24));
}

/** SQLite's running checksum over pairs of 32-bit words. */
class WalChecksum {
  readonly #bytes: Buffer;
  readonly #words: Uint32Array;
  #first = 0;
  #second = 0;

  constructor(bytes: Buffer, isLittleEndian: boolean) {
    this.#bytes = bytes;
    const words = Buffer.from(bytes.subarray(0, bytes.length & ~3));
    if (isLittleEndian !== (endianness() === "LE")) words.swap32();
    this.#words = new Uint32Array(words.buffer, words.byteOffset, words.length >>> 2);
  }

  add(from: number, to: number): void {
    const words = this.#words;
    let first = this.#first;
    let second = this.#second;
    for (let at = from >>> 2; at < to >>> 2; at += 2) {
      first = (first + words[at]! + second) | 0;
      second = (second + words[at + 1]! + first) | 0;
    }
    this.#first = first;
    this.#second = second;
  }

  /** Whether the sum is what the log has at this place. */
  equals(at: number): boolean {
    return (
      this.#first === this.#bytes.readInt32BE(at) &&
      this.#second === this.#bytes.readInt32BE(at + 4)
    );
  }
}
