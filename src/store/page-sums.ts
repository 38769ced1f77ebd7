import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { damagedWal, keepLog, StoreDamaged, sizeOf, sumsPathOf, walPathOf } from "./store-files.ts";
import {
  headerBytes,
  headerOf,
  isLockPage,
  markedFramesMax,
  noMark,
  readMark,
  readPages,
  sumsOf,
  type WalState,
  walStates,
} from "./sums-file.ts";
import { WalCheck } from "./wal-check.ts";
import { hasFrames, readWal, saltOf } from "./wal-file.ts";

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
      writeWhole(file, headerOf(this.#state, this.#mark), 0);
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
    writeWhole(this.#file, headerOf(this.#state, this.#mark), 0);
  }
}

/** How many sums are written together. */
const blockSums = 1024;

function writeWhole(file: number, bytes: Uint8Array, position: number): void {
  const written = writeSync(file, bytes, 0, bytes.length, position);
  if (written < bytes.length) throw new Error("ENOSPC: no space left on device");
}
