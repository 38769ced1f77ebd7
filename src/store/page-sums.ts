import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { WalCheck } from "./wal-check.ts";
import { hasFrames, readWal } from "./wal-file.ts";

const headerBytes = 16;
const magic = Buffer.from("CoulSum1");
const sqliteMagic = Buffer.from("SQLite format 3\0");
const readPages = 256;

/** Whether the newest commits are in the write-ahead log, or all in the main file. */
type WalState = "in-use" | "empty";
const walStates: Readonly<Record<WalState, number>> = { "in-use": 1, empty: 0 };

/** A store whose files were changed by something else. The message says what is wrong. */
export class StoreDamaged extends Error {
  override readonly name = "StoreDamaged";
}

const sumsPathOf = (path: string): string => `${path}.sums`;
const walPathOf = (path: string): string => `${path}-wal`;

/** The files of a store before SQLite opens them. */
export type FoundFiles = {
  /** Undefined for a new store. */
  readonly mainBytes: number | undefined;
  readonly hasWal: boolean;
  readonly hasSums: boolean;
  /** What is wrong with the files, regardless of the database's content. */
  readonly damage: string | undefined;
};

/** Checks the files of a store. SQLite must not open it first, because it would silently drop a damaged end of the log. */
export function findFiles(path: string): FoundFiles {
  const mainBytes = sizeOf(path);
  const hasWal = (sizeOf(walPathOf(path)) ?? 0) > 0;
  const header = sizeOf(sumsPathOf(path)) === undefined ? undefined : readStart(sumsPathOf(path));
  const hasSums = header !== undefined;
  const found = { mainBytes, hasWal, hasSums };
  if (header !== undefined && !header.subarray(0, 8).equals(magic)) {
    return { ...found, damage: `${sumsPathOf(path)} has no page checksums` };
  }
  if (hasSums && (mainBytes ?? 0) === 0) {
    return { ...found, damage: `${path} is missing or empty` };
  }
  const isInUse = header?.[8] === walStates["in-use"];
  if (!hasWal) return { ...found, damage: isInUse ? missingWal(path) : undefined };
  const wal = openSync(walPathOf(path), "r");
  const { isDamaged, hasFrames } = readWal(wal);
  closeSync(wal);
  if (isDamaged) return { ...found, damage: damagedWal(path) };
  return { ...found, damage: isInUse && !hasFrames ? missingWal(path) : undefined };
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function readStart(path: string): Buffer {
  const file = openSync(path, "r");
  const start = Buffer.alloc(headerBytes);
  readSync(file, start, 0, headerBytes, 0);
  closeSync(file);
  return start;
}

/**
 * The numbers, from 1, of the pages that do not match their checksums, in a store that no process has open. Pages in
 * a log are skipped; a file of another kind has no pages.
 */
export function differingPages(path: string): {
  readonly pageCount: number;
  readonly pages: readonly number[];
} {
  const main = readFileSync(path);
  if (!main.subarray(0, sqliteMagic.length).equals(sqliteMagic)) return { pageCount: 0, pages: [] };
  const pageSize = main.readUInt16BE(16) === 1 ? 65_536 : main.readUInt16BE(16);
  const pageCount = Math.floor(main.length / pageSize);
  if (sizeOf(sumsPathOf(path)) === undefined) return { pageCount, pages: [] };
  const sums = readFileSync(sumsPathOf(path)).subarray(headerBytes);
  const inLog = new Set<number>();
  if ((sizeOf(walPathOf(path)) ?? 0) > 0) {
    const wal = openSync(walPathOf(path), "r");
    for (const page of readWal(wal).pages.keys()) inLog.add(page);
    closeSync(wal);
  }
  const pages: number[] = [];
  for (let page = 1; page <= Math.max(pageCount, sums.length / 4); page++) {
    if (inLog.has(page)) continue;
    const bytes = main.subarray((page - 1) * pageSize, page * pageSize);
    const isSame = 4 * page <= sums.length && crc32(bytes) === sums.readUInt32LE(4 * (page - 1));
    if (!isSame) pages.push(page);
  }
  return { pageCount, pages };
}

/**
 * The CRC-32 of each page of a SQLite file in WAL mode, in a file next to it. SQLite changes the main file only when it
 * moves pages from the write-ahead log, which happens here alone: first the new sums, then the pages. After a crash in
 * between, the log still has the pages. docs/decisions/0017-store-integrity.md
 */
export class PageSums {
  readonly #path: string;
  readonly #pageSize: number;
  readonly #main: number;
  readonly #wal: number;
  readonly #walCheck: WalCheck;
  #file: number;
  /** 4 bytes for each page. */
  #sums: Buffer;
  /** Whether sums were written whose pages may still be in the log. */
  #isMoving = false;
  #isDiscarded = false;
  #next = 0;

  /**
   * Opens the sums of a store that this process has locked, in WAL mode and with a log; `create` computes them from the
   * main file. Throws StoreDamaged.
   */
  constructor(path: string, pageSize: number, create: boolean) {
    this.#path = path;
    this.#pageSize = pageSize;
    // Closing any handle of the main file would release SQLite's locks, so this one stays open as long as the database.
    this.#main = openSync(path, "r");
    this.#wal = openSync(walPathOf(path), "r");
    this.#walCheck = new WalCheck(this.#wal);
    this.#file = openSync(sumsPathOf(path), create ? "w+" : "r+", 0o640);
    this.#sums = create ? this.#computed() : readFileSync(this.#file).subarray(headerBytes);
    if (create) this.#writeAll();
  }

  get pageCount(): number {
    return this.#sums.length / 4;
  }

  /** Records that the newest commits are in the log, so that its loss is noticed. */
  markWalInUse(): void {
    this.#writeHeader("in-use");
  }

  /** Whether the log is long enough to move its pages. */
  isDue(pages: number): boolean {
    return hasFrames(this.#wal, pages, this.#pageSize);
  }

  /**
   * Calls `checkpoint`, which moves all pages of the log to the main file and returns how many frames the log had, after
   * their sums are on disk. `walFrames` is how many SQLite has committed. Throws StoreDamaged, before a page is moved if
   * the log is damaged.
   */
  move(walFrames: number, checkpoint: () => number): void {
    const { pages, frameCount } = readWal(this.#wal);
    if (frameCount !== walFrames) throw new StoreDamaged(damagedWal(this.#path));
    if (pages.size > 0) {
      // The pages must be on disk first: otherwise, after a power failure, a checksum could be newer than its page.
      fsyncSync(this.#wal);
      this.#isMoving = true;
      this.#update(pages);
    }
    if (checkpoint() !== frameCount) throw new StoreDamaged(damagedWal(this.#path));
    this.#isMoving = false;
  }

  /** Verifies the log, of which SQLite has committed so many frames, as `verify` does the pages of the main file. */
  verifyWal(walFrames: number, mayContinue: () => boolean): boolean {
    if (this.#isMoving || this.#isDiscarded) return false;
    const outcome = this.#walCheck.verify(walFrames, mayContinue);
    if (outcome === "damaged") throw new StoreDamaged(damagedWal(this.#path));
    return outcome;
  }

  /** Verifies pages of the main file from the last position on, at most until `mayContinue` returns false. Returns whether the end was reached. */
  verify(mayContinue: () => boolean): boolean {
    if (this.#isMoving || this.#isDiscarded) return false;
    const size = this.#pageSize;
    const count = Math.floor(fstatSync(this.#main).size / size);
    if (count !== this.pageCount) {
      throw new StoreDamaged(`${this.#path} has ${count} pages instead of ${this.pageCount}`);
    }
    const chunk = Buffer.allocUnsafe(readPages * size);
    while (this.#next < count) {
      const length = readSync(this.#main, chunk, 0, chunk.length, this.#next * size);
      for (let at = 0; at + size <= length; at += size, this.#next++) {
        if (crc32(chunk.subarray(at, at + size)) === this.#sums.readUInt32LE(4 * this.#next))
          continue;
        const page = this.#next + 1;
        throw new StoreDamaged(`page ${page} of ${this.#path} does not match its checksum`);
      }
      if (!mayContinue()) return false;
    }
    this.#next = 0;
    return true;
  }

  /** Records that the main file has everything. Call it before SQLite removes the log. */
  markWalEmpty(): void {
    this.#writeHeader("empty");
  }

  /** Forgets the sums before something else writes the main file, until `recompute`. */
  discard(): void {
    rmSync(sumsPathOf(this.#path), { force: true });
    this.#isDiscarded = true;
  }

  /** Computes the sums from the main file if they were discarded. */
  recompute(): void {
    if (!this.#isDiscarded) return;
    this.#sums = this.#computed();
    closeSync(this.#file);
    this.#file = openSync(sumsPathOf(this.#path), "w", 0o640);
    this.#writeAll();
    this.#isDiscarded = false;
  }

  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Call it after the database was closed. */
  close(): void {
    closeSync(this.#file);
    closeSync(this.#wal);
    closeSync(this.#main);
  }

  #update(pages: ReadonlyMap<number, { readonly bytes: Uint8Array }>): void {
    const last = Math.max(this.pageCount, ...pages.keys());
    if (last > this.pageCount) this.#sums = Buffer.concat([this.#sums], 4 * last);
    const blocks = new Set<number>();
    for (const [number, { bytes }] of pages) {
      this.#sums.writeUInt32LE(crc32(bytes), 4 * (number - 1));
      blocks.add(Math.floor((number - 1) / blockSums));
    }
    for (const block of [...blocks].sort((a, b) => a - b)) {
      const from = 4 * blockSums * block;
      writeWhole(this.#file, this.#sums.subarray(from, from + 4 * blockSums), headerBytes + from);
    }
    fsyncSync(this.#file);
  }

  #computed(): Buffer {
    const size = this.#pageSize;
    const count = Math.floor(fstatSync(this.#main).size / size);
    const sums = Buffer.alloc(4 * count);
    const chunk = Buffer.allocUnsafe(readPages * size);
    for (let page = 0; page < count; ) {
      const length = readSync(this.#main, chunk, 0, chunk.length, page * size);
      for (let at = 0; at + size <= length; at += size, page++) {
        sums.writeUInt32LE(crc32(chunk.subarray(at, at + size)), 4 * page);
      }
    }
    return sums;
  }

  #writeAll(): void {
    writeWhole(this.#file, this.#sums, headerBytes);
    this.#writeHeader("empty");
  }

  #writeHeader(state: WalState): void {
    const header = Buffer.alloc(headerBytes);
    magic.copy(header);
    header[8] = walStates[state];
    writeWhole(this.#file, header, 0);
    fsyncSync(this.#file);
  }
}

/** How many sums are written together. */
const blockSums = 1024;

function missingWal(path: string): string {
  return `${walPathOf(path)} is missing or empty: the newest writes were in it`;
}

function damagedWal(path: string): string {
  return `${walPathOf(path)} does not match its checksums`;
}

function writeWhole(file: number, bytes: Uint8Array, position: number): void {
  const written = writeSync(file, bytes, 0, bytes.length, position);
  if (written < bytes.length) throw new Error("ENOSPC: no space left on device");
}
