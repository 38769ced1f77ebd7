import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { WalCheck } from "./wal-check.ts";
import { hasFrames, isPageSize, readWal, saltOf } from "./wal-file.ts";

const headerBytes = 16;
const magic = Buffer.from("CoulSum1");
const sqliteMagic = Buffer.from("SQLite format 3\0");
const readPages = 256;
/** Where processes lock a SQLite file. SQLite never writes the page that begins here, so it has no sum. */
const lockedAt = 2 ** 30;
const isLockPage = (page: number, pageSize: number) => (page - 1) * pageSize === lockedAt;

/**
 * Whether the newest commits are in the write-ahead log, or all in the main file. `beginning`: all in the main file, and a
 * log that has just begun may have more.
 */
type WalState = "in-use" | "empty" | "beginning";
const walStates: Readonly<Record<WalState, number>> = { "in-use": 1, empty: 0, beginning: 2 };

/** Which log a store has, and how many of its frames are committed: at least this number, because it is written after a commit. */
type LogMark = { readonly salt: number; readonly frames: number };
/** Of a store of an older version, or without a log so far. */
const noMark: LogMark = { salt: 0, frames: 0 };
const markedFramesMax = 0xff_ffff;

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
  const header =
    sizeOf(sumsPathOf(path)) === undefined ? undefined : readStart(sumsPathOf(path), headerBytes);
  const found = { mainBytes, hasWal, hasSums: header !== undefined };
  if (header !== undefined && !header.subarray(0, 8).equals(magic)) {
    return { ...found, damage: `${sumsPathOf(path)} has no page checksums` };
  }
  // SQLite would delete the log of a missing file.
  if ((found.hasSums || hasWal) && (mainBytes ?? 0) === 0) {
    return { ...found, damage: `${path} is missing or empty` };
  }
  return { ...found, damage: damageOfWal(path, hasWal, header) };
}

function damageOfWal(path: string, hasWal: boolean, header: Buffer | undefined) {
  const isInUse = header?.[8] === walStates["in-use"];
  if (!hasWal) return isInUse ? missingWal(path) : undefined;
  const wal = openSync(walPathOf(path), "r");
  const { isDamaged, hasFrames, frameCount, salt } = readWal(wal);
  closeSync(wal);
  if (isDamaged) return damagedWal(path);
  if (isInUse && !hasFrames) return missingWal(path);
  if (header === undefined || header[8] === walStates.beginning) return undefined;
  const mark = readMark(header);
  if (mark.salt === 0) return undefined;
  // Nothing is moved from it.
  if (!isInUse && frameCount === 0) return undefined;
  const isWhole = isInUse ? frameCount >= mark.frames : frameCount === mark.frames;
  return salt === mark.salt && isWhole ? undefined : otherWal(path);
}

function readMark(header: Buffer): LogMark {
  return { frames: header.readUIntLE(9, 3), salt: header.readUInt32LE(12) };
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function readStart(path: string, length: number): Buffer {
  const file = openSync(path, "r");
  const start = Buffer.alloc(length);
  readSync(file, start, 0, length, 0);
  closeSync(file);
  return start;
}

/**
 * The numbers, from 1, of the pages that do not match their checksums, in a store that no process has open, up to where
 * `mayContinue` returns false. Pages that may be half moved from a log are skipped; a file of another kind has no pages.
 */
export function differingPages(
  path: string,
  mayContinue = () => true,
): { readonly pageCount: number; readonly pages: readonly number[] } {
  const main = openSync(path, "r");
  try {
    return differingPagesOf(path, main, mayContinue);
  } finally {
    closeSync(main);
  }
}

/**
 * What is wrong if the main file of a killed store was replaced, but not its log. SQLite must not open it: it would move
 * the log to the other file.
 */
export function problemOfMain(path: string, mayContinue: () => boolean): string | undefined {
  const [page] = differingPages(path, mayContinue).pages;
  if (page === undefined) return undefined;
  return `page ${page} of ${path} does not match its checksum, so that ${walPathOf(path)} may belong to another file`;
}

function differingPagesOf(path: string, main: number, mayContinue: () => boolean) {
  const start = readStart(path, 18);
  const pageSize = start.readUInt16BE(16) === 1 ? 65_536 : start.readUInt16BE(16);
  const isSqlite = start.subarray(0, sqliteMagic.length).equals(sqliteMagic);
  if (!isSqlite || !isPageSize(pageSize)) return { pageCount: 0, pages: [] };
  const pageCount = Math.floor(fstatSync(main).size / pageSize);
  if (sizeOf(sumsPathOf(path)) === undefined) return { pageCount, pages: [] };
  const bytes = readFileSync(sumsPathOf(path));
  const mayBeMoving = bytes[8] !== walStates.beginning;
  const sums = bytes.subarray(headerBytes);
  const logged = loggedSums(path);
  const found = sumsOf(main, pageSize, pageCount, mayContinue);
  const isWhole = found.length === 4 * pageCount;
  const last = isWhole ? Math.max(pageCount, sums.length / 4) : found.length / 4;
  const pages: number[] = [];
  for (let page = 1; page <= last; page++) {
    const foundSum = sumAt(found, page);
    const sum = sumAt(sums, page);
    const inLog = logged.get(page) ?? [];
    const isMoved = foundSum !== undefined && inLog.includes(foundSum);
    // The sum is written first, and moving the page may not have ended.
    const isMoving = mayBeMoving && sum !== undefined && inLog.includes(sum);
    if (isMoved || isMoving || isLockPage(page, pageSize)) continue;
    if (foundSum === undefined || foundSum !== sum) pages.push(page);
  }
  return { pageCount, pages };
}

function sumAt(sums: Buffer, page: number): number | undefined {
  return 4 * page <= sums.length ? sums.readUInt32LE(4 * (page - 1)) : undefined;
}

/** The checksums of every content that each page has in the log. */
function loggedSums(path: string): ReadonlyMap<number, readonly number[]> {
  const sums = new Map<number, number[]>();
  if ((sizeOf(walPathOf(path)) ?? 0) === 0) return sums;
  const wal = openSync(walPathOf(path), "r");
  readWal(wal, (page, sum) => {
    const known = sums.get(page);
    if (known === undefined) sums.set(page, [sum]);
    else known.push(sum);
  });
  closeSync(wal);
  return sums;
}

/** The checksum of each page of a file, which may be larger than a Buffer, or of its first pages. */
function sumsOf(
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
  #mark = noMark;
  #state: WalState = "beginning";
  /** Pages whose sums were written, but which may still be in the log alone. */
  #moving: ReadonlySet<number> = new Set();
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
    if (create) {
      this.#sums = this.#computed();
      this.#file = this.#written();
      return;
    }
    this.#file = openSync(sumsPathOf(path), "r+", 0o640);
    const bytes = readFileSync(this.#file);
    this.#sums = bytes.subarray(headerBytes, bytes.length - (bytes.length % 4));
    if (bytes.length >= headerBytes) this.#mark = readMark(bytes);
    if (bytes[8] === walStates["in-use"]) this.#state = "in-use";
  }

  get pageCount(): number {
    return this.#sums.length / 4;
  }

  /**
   * Records after a commit that the log has the newest commits, and how many frames, so that its loss, a part of it, or
   * another log is noticed. Nothing waits for the disk except at the log's first commit: later, fewer frames may be
   * recorded than the log has. Zero frames if the log itself may lose commits.
   */
  noteCommit(walFrames: number): void {
    const { salt, frames } = this.#mark;
    const mark = { salt: saltOf(this.#wal), frames: Math.min(walFrames, markedFramesMax) };
    // The log begins again, with another salt, with the next commit: until then, its frames are in the main file, too.
    if (this.#state === "beginning" && mark.salt === salt) return;
    const isFirst = this.#state !== "in-use";
    if (!isFirst && mark.salt === salt && mark.frames === frames) return;
    this.#mark = mark;
    this.#writeHeader("in-use");
    if (isFirst) fsyncSync(this.#file);
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
      this.noteCommit(frameCount);
      this.#moving = new Set(pages.keys());
      this.#update(pages);
    }
    if (checkpoint() !== frameCount) throw new StoreDamaged(damagedWal(this.#path));
    this.#moving = new Set();
  }

  /** Whether something else has deleted the log. SQLite continues to use it, but the next process does not find it. */
  isLogDeleted(): boolean {
    return !this.#isDiscarded && fstatSync(this.#wal).nlink === 0;
  }

  /** Throws StoreDamaged if something else has deleted or replaced the main file. Writes the sums again if they are deleted. */
  verifyPlace(): void {
    if (fstatSync(this.#main).nlink === 0) {
      throw new StoreDamaged(`${this.#path} was deleted or replaced while the node runs`);
    }
    if (this.#isDiscarded || fstatSync(this.#file).nlink > 0) return;
    const deleted = this.#file;
    this.#file = this.#written();
    closeSync(deleted);
  }

  /** Verifies the log, of which SQLite has committed `walFrames` frames, as `verify` does the pages of the main file. */
  verifyWal(walFrames: number, mayContinue: () => boolean): boolean {
    if (this.#isDiscarded) return false;
    let outcome: "damaged" | boolean;
    try {
      outcome = this.#walCheck.verify(walFrames, mayContinue);
    } catch (error) {
      const { message } = error as Error;
      throw new StoreDamaged(`${walPathOf(this.#path)} cannot be read: ${message}`);
    }
    if (outcome === "damaged") throw new StoreDamaged(damagedWal(this.#path));
    return outcome;
  }

  /** Verifies pages of the main file from the last position on, at most until `mayContinue` returns false. Returns whether the end was reached. */
  verify(mayContinue: () => boolean): boolean {
    if (this.#isDiscarded) return false;
    const size = this.#pageSize;
    const count = Math.floor(fstatSync(this.#main).size / size);
    if (!this.#mayHavePages(count)) {
      throw new StoreDamaged(`${this.#path} has ${count} pages instead of ${this.pageCount}`);
    }
    const chunk = Buffer.allocUnsafe(readPages * size);
    while (this.#next < count) {
      const length = this.#readPages(chunk);
      for (let at = 0; at + size <= length; at += size, this.#next++) {
        const page = this.#next + 1;
        if (this.#moving.has(page) || isLockPage(page, size)) continue;
        if (crc32(chunk.subarray(at, at + size)) === this.#sums.readUInt32LE(4 * this.#next))
          continue;
        throw new StoreDamaged(`page ${page} of ${this.#path} does not match its checksum`);
      }
      if (!mayContinue()) return false;
    }
    this.#next = 0;
    return true;
  }

  /** Pages that were not moved from the log yet may be missing at the end. */
  #mayHavePages(count: number): boolean {
    for (let page = count + 1; page <= this.pageCount; page++) {
      if (!this.#moving.has(page)) return false;
    }
    return count <= this.pageCount;
  }

  #readPages(chunk: Buffer): number {
    const failed = (reason: string) =>
      new StoreDamaged(`page ${this.#next + 1} of ${this.#path} cannot be read: ${reason}`);
    let length: number;
    try {
      length = readSync(this.#main, chunk, 0, chunk.length, this.#next * this.#pageSize);
    } catch (error) {
      throw failed((error as Error).message);
    }
    if (length < this.#pageSize) throw failed("the file ends before it");
    return length;
  }

  /** Records that the main file has everything. Call it before SQLite removes the log. */
  markWalEmpty(): void {
    this.#writeHeader("empty");
    fsyncSync(this.#file);
  }

  /** The same while the log may begin again: until its first commit is noted, it may be missing. */
  markWalBeginning(): void {
    this.#writeHeader("beginning");
    fsyncSync(this.#file);
  }

  /** Forgets the sums before something else writes the main file, until `recompute`. */
  discard(): void {
    rmSync(sumsPathOf(this.#path), { force: true });
    this.#isDiscarded = true;
  }

  /**
   * Computes the sums from the main file if they were discarded, or if SQLite moved the log itself when it closed the
   * database. If they cannot be written, there are none, and the next start computes them.
   */
  recompute(): void {
    const hasWal = (sizeOf(walPathOf(this.#path)) ?? 0) > 0;
    const isCurrent = hasWal || this.#state === "empty";
    if (isCurrent && !this.#isDiscarded) return;
    this.discard();
    this.#sums = this.#computed();
    this.#state = hasWal ? "beginning" : "empty";
    closeSync(this.#written());
    this.#isDiscarded = false;
  }

  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Keeps the log while `close` closes the database. */
  keepLog(close: () => void): void {
    keepLog(this.#path, close);
  }

  /** Call it after the database was closed. */
  close(): void {
    closeSync(this.#file);
    closeSync(this.#wal);
    closeSync(this.#main);
  }

  #update(pages: ReadonlyMap<number, number>): void {
    let last = this.pageCount;
    // A transaction can have more pages than a call can have arguments.
    for (const number of pages.keys()) last = Math.max(last, number);
    if (last > this.pageCount) this.#sums = Buffer.concat([this.#sums], 4 * last);
    const blocks = new Set<number>();
    for (const [number, sum] of pages) {
      this.#sums.writeUInt32LE(sum, 4 * (number - 1));
      blocks.add(Math.floor((number - 1) / blockSums));
    }
    for (const block of [...blocks].sort((a, b) => a - b)) {
      const from = 4 * blockSums * block;
      writeWhole(this.#file, this.#sums.subarray(from, from + 4 * blockSums), headerBytes + from);
    }
    fsyncSync(this.#file);
  }

  #computed(): Buffer {
    const count = Math.floor(fstatSync(this.#main).size / this.#pageSize);
    return sumsOf(this.#main, this.#pageSize, count);
  }

  /** Writes all sums to a new file, which appears when it is complete. */
  #written(): number {
    const path = sumsPathOf(this.#path);
    const partial = `${path}.partial`;
    const file = openSync(partial, "w+", 0o640);
    try {
      writeWhole(file, this.#header(), 0);
      writeWhole(file, this.#sums, headerBytes);
      fsyncSync(file);
      renameSync(partial, path);
      return file;
    } catch (error) {
      closeSync(file);
      rmSync(partial, { force: true });
      throw error;
    }
  }

  #writeHeader(state: WalState): void {
    this.#state = state;
    writeWhole(this.#file, this.#header(), 0);
  }

  #header(): Buffer {
    const header = Buffer.alloc(headerBytes);
    magic.copy(header);
    header[8] = walStates[this.#state];
    header.writeUIntLE(this.#mark.frames, 9, 3);
    header.writeUInt32LE(this.#mark.salt, 12);
    return header;
  }
}

/**
 * Leaves both files as they are while `close` closes the database: SQLite would move the log to the main file, without sums, and
 * delete it. It does not if the main file is not in its place.
 */
export function keepLog(path: string, close: () => void): void {
  const kept = `${path}.kept`;
  const hasMain = sizeOf(path) !== undefined;
  if (hasMain) renameSync(path, kept);
  try {
    close();
  } finally {
    if (hasMain) renameSync(kept, path);
  }
}

/** How many sums are written together. */
const blockSums = 1024;

function missingWal(path: string): string {
  return `${walPathOf(path)} is missing or empty: the newest writes were in it`;
}

function otherWal(path: string): string {
  return `${walPathOf(path)} lacks commits, or is not the log of this store`;
}

function damagedWal(path: string): string {
  return `${walPathOf(path)} does not match its checksums`;
}

function writeWhole(file: number, bytes: Uint8Array, position: number): void {
  const written = writeSync(file, bytes, 0, bytes.length, position);
  if (written < bytes.length) throw new Error("ENOSPC: no space left on device");
}
