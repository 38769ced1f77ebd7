import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { readStart, sizeOf, sumsPathOf, walPathOf } from "./store-files.ts";
import { headerBytes, isLockPage, sumsOf, walStates } from "./sums-file.ts";
import { isPageSize, readWal } from "./wal-file.ts";

const sqliteMagic = Buffer.from("SQLite format 3\0");

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
