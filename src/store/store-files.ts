import { closeSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { headerBytes, magic, readMark, walStates } from "./sums-file.ts";
import { readWal } from "./wal-file.ts";

/** A store whose files were changed by something else. The message says what is wrong. */
export class StoreDamaged extends Error {
  override readonly name = "StoreDamaged";
}

export const sumsPathOf = (path: string): string => `${path}.sums`;
export const walPathOf = (path: string): string => `${path}-wal`;

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

export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

export function readStart(path: string, length: number): Buffer {
  const file = openSync(path, "r");
  const start = Buffer.alloc(length);
  readSync(file, start, 0, length, 0);
  closeSync(file);
  return start;
}

/**
 * Leaves both files as they are while `close` closes the database: SQLite would move the log to the main file, without sums, and
 * delete it. It does not if the main file is not in its place.
 */
export function keepLog(path: string, close: () => void): void {
  const kept = `${path}.kept`;
  // If the process is killed meanwhile, the log says that the main file is missing.
  const hasLog = (sizeOf(walPathOf(path)) ?? 0) > 0 && sizeOf(path) !== undefined;
  if (hasLog) renameSync(path, kept);
  try {
    close();
  } finally {
    if (hasLog) renameSync(kept, path);
  }
}

function missingWal(path: string): string {
  return `${walPathOf(path)} is missing or empty: the newest writes were in it`;
}

function otherWal(path: string): string {
  return `${walPathOf(path)} lacks commits, or is not the log of this store`;
}

export function damagedWal(path: string): string {
  return `${walPathOf(path)} does not match its checksums`;
}
