import { readSync } from "node:fs";
import { crc32 } from "node:zlib";

/** In the file of the checksums, before 4 bytes for each page. */
export const headerBytes = 16;
export const magic = Buffer.from("CoulSum1");

/**
 * Whether the newest commits are in the write-ahead log, or all in the main file. `beginning`: all in the main file, and a
 * log that has just begun may have more.
 */
export type WalState = "in-use" | "empty" | "beginning";
export const walStates: Readonly<Record<WalState, number>> = {
  "in-use": 1,
  empty: 0,
  beginning: 2,
};

/** Which log a store has, and how many of its frames are committed: at least this number, because it is written after a commit. */
export type LogMark = { readonly salt: number; readonly frames: number };
/** Of a store of an older version, or without a log so far. */
export const noMark: LogMark = { salt: 0, frames: 0 };
export const markedFramesMax = 0xff_ffff;

export function readMark(header: Buffer): LogMark {
  return { frames: header.readUIntLE(9, 3), salt: header.readUInt32LE(12) };
}

export function headerOf(state: WalState, { frames, salt }: LogMark): Buffer {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header[8] = walStates[state];
  header.writeUIntLE(frames, 9, 3);
  header.writeUInt32LE(salt, 12);
  return header;
}

/** How many pages are read together. */
export const readPages = 256;

/** The checksum of each page of a file, which may be larger than a Buffer, or of its first pages. */
export function sumsOf(
  main: number,
  pageSize: number,
  pageCount: number,
  mayContinue: () => boolean = () => true,
): Buffer {
  const sums = Buffer.alloc(4 * pageCount);
  const chunk = Buffer.allocUnsafe(readPages * pageSize);
  for (let page = 0; page < pageCount; ) {
    const length = readSync(main, chunk, 0, chunk.length, page * pageSize);
    if (length < pageSize) break;
    for (let at = 0; at + pageSize <= length && page < pageCount; at += pageSize, page++) {
      sums.writeUInt32LE(crc32(chunk.subarray(at, at + pageSize)), 4 * page);
    }
    if (!mayContinue()) return sums.subarray(0, 4 * page);
  }
  return sums;
}

/** Where processes lock a SQLite file. SQLite never writes the page that begins here, so it has no sum. */
const lockedAt = 2 ** 30;

export function isLockPage(page: number, pageSize: number): boolean {
  return (page - 1) * pageSize === lockedAt;
}
