import { fstatSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { crc32 } from "node:zlib";

export const walHeaderBytes = 32;
const frameHeaderBytes = 24;
const littleEndianMagic = 0x377f_0682;
const bigEndianMagic = 0x377f_0683;

/** How many frames are read at once: a whole log would be memory for each move of its pages. */
const framesPerRead = 64;

export type WalContent = {
  /** CRC-32 of the newest committed content of each page, by page number from 1. */
  readonly pages: ReadonlyMap<number, number>;
  readonly frameCount: number;
  /** The second of its two salts: another random number each time that the log begins again. */
  readonly salt: number;
  /** Whether the log has room for a frame, valid or not. */
  readonly hasFrames: boolean;
  /** Whether its header is wrong, or a commit follows a wrong frame: SQLite would drop it silently. */
  readonly isDamaged: boolean;
};

/**
 * Reads the committed pages of a write-ahead log that nothing writes meanwhile, and verifies its checksums, which SQLite
 * does only when it opens the log. `onFrame` gets every content of a page, not only the newest.
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function readWal(
  fd: number,
  onFrame: (page: number, sum: number) => void = () => {},
): WalContent {
  const { size } = fstatSync(fd);
  const start = Buffer.alloc(walHeaderBytes);
  const header = readWalHeader(start.subarray(0, readSync(fd, start, 0, start.length, 0)));
  const pages = new Map<number, number>();
  if (header === undefined) {
    return { pages, frameCount: 0, salt: 0, hasFrames: false, isDamaged: size > 0 };
  }
  const { frameBytes, salts, sum } = header;
  const pending = new Map<number, number>();
  let frameCount = 0;
  let frame = 0;
  let isValid = true;
  let isDamaged = false;
  for (const bytes of chunksOf(fd, frameBytes)) {
    sum.continueIn(bytes);
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
      frame++;
      // Frames of an earlier round have other salts. The last ones of a log are such, unless it is damaged.
      const isOfRound = bytes.compare(salts, 0, salts.length, at + 8, at + 16) === 0;
      const isCommit = bytes.readUInt32BE(at + 4) !== 0;
      if (!isValid || !isOfRound) {
        isDamaged ||= isOfRound && isCommit;
        isValid = false;
        continue;
      }
      isValid = sum.addFrame(at, frameBytes);
      if (!isValid) continue;
      const page = bytes.readUInt32BE(at);
      const pageSum = crc32(bytes.subarray(at + frameHeaderBytes, at + frameBytes));
      onFrame(page, pageSum);
      pending.set(page, pageSum);
      if (!isCommit) continue;
      for (const [number, each] of pending) pages.set(number, each);
      pending.clear();
      frameCount = frame;
    }
  }
  const hasFrames = size >= walHeaderBytes + frameBytes;
  return { pages, frameCount, salt: salts.readUInt32BE(4), hasFrames, isDamaged };
}

/** Whole frames of a log, from the first one on. The bytes are valid until the next ones. */
function* chunksOf(fd: number, frameBytes: number): Generator<Buffer, undefined> {
  const chunk = Buffer.allocUnsafeSlow(framesPerRead * frameBytes);
  for (let position = walHeaderBytes; ; position += chunk.length) {
    const length = readSync(fd, chunk, 0, chunk.length, position);
    yield chunk.subarray(0, length - (length % frameBytes));
    if (length < chunk.length) return undefined;
  }
}

export type WalHeader = {
  readonly frameBytes: number;
  /** What its frames have in common. */
  readonly salts: Buffer;
  /** The checksum that continues in the first frame. */
  readonly sum: WalChecksum;
};

/** Reads the header at the start of a log. Undefined if it is too short or not valid. */
export function readWalHeader(bytes: Buffer): WalHeader | undefined {
  if (bytes.length < walHeaderBytes) return undefined;
  const magic = bytes.readUInt32BE(0);
  if (magic !== littleEndianMagic && magic !== bigEndianMagic) return undefined;
  const sum = new WalChecksum(bytes, magic === littleEndianMagic);
  sum.add(0, 24);
  if (!sum.equals(24)) return undefined;
  const pageSize = bytes.readUInt32BE(8);
  if (!isPageSize(pageSize)) return undefined;
  const frameBytes = frameHeaderBytes + pageSize;
  return { frameBytes, salts: bytes.subarray(16, 24), sum };
}

/** Whether pages of a SQLite file can have this size: a wrong one would be memory for frames of gigabytes. */
export function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 65_536 && Number.isInteger(Math.log2(bytes));
}

/** The salt of a log that has a frame. */
export function saltOf(fd: number): number {
  const salt = Buffer.alloc(4);
  readSync(fd, salt, 0, salt.length, 20);
  return salt.readUInt32BE(0);
}

/** Whether a log of this page size has that many frames of its current round. */
export function hasFrames(fd: number, count: number, pageSize: number): boolean {
  const header = Buffer.alloc(walHeaderBytes);
  const frame = Buffer.alloc(frameHeaderBytes);
  const at = walHeaderBytes + (count - 1) * (frameHeaderBytes + pageSize);
  if (readSync(fd, frame, 0, frame.length, at) < frame.length) return false;
  readSync(fd, header, 0, header.length, 0);
  return frame.subarray(8, 16).equals(header.subarray(16, 24));
}

/** SQLite's running checksum over pairs of 32-bit words. */
export class WalChecksum {
  readonly #isLittleEndian: boolean;
  #bytes: Buffer;
  #words: Uint32Array;
  #first = 0;
  #second = 0;

  constructor(bytes: Buffer, isLittleEndian: boolean) {
    this.#isLittleEndian = isLittleEndian;
    this.#bytes = bytes;
    this.#words = this.#wordsOf(bytes);
  }

  /** Continues in other bytes. */
  continueIn(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#words = this.#wordsOf(bytes);
  }

  /** Adds a frame, and returns whether its checksum is right. */
  addFrame(at: number, frameBytes: number): boolean {
    this.add(at, at + 8);
    this.add(at + frameHeaderBytes, at + frameBytes);
    return this.equals(at + 16);
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

  /** Of a log in the machine's own order, which is the usual one, without a copy. */
  #wordsOf(bytes: Buffer): Uint32Array {
    const isOwnOrder = this.#isLittleEndian === (endianness() === "LE");
    const isInPlace = isOwnOrder && bytes.byteOffset % 4 === 0;
    const words = isInPlace ? bytes : Buffer.from(bytes.subarray(0, bytes.length & ~3));
    if (!isOwnOrder) words.swap32();
    return new Uint32Array(words.buffer, words.byteOffset, words.length >>> 2);
  }
}
