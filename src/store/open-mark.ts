import { Metadata } from "./metadata.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import type { FoundFiles } from "./store-files.ts";

const metadataKey = "is-open";

/**
 * Records in the main file that a node has the store open, so that its newest writes may be in the log. Returns whether the
 * record changed.
 */
export function markOpen(database: SqliteDatabase, isOpen: boolean): boolean {
  const metadata = new Metadata(database);
  const text = isOpen ? "1" : "0";
  if (metadata.getText(metadataKey) === text) return false;
  metadata.setText(metadataKey, text);
  return true;
}

/** What is wrong if only the main file is left of a store that was not closed; undefined if nothing is. */
export function lostLog(
  { hasSums, hasWal, mainBytes }: FoundFiles,
  database: SqliteDatabase,
  path: string,
): string | undefined {
  if (hasSums || hasWal || (mainBytes ?? 0) === 0) return undefined;
  if (new Metadata(database).getText(metadataKey) !== "1") return undefined;
  return `${path} was not closed, and its write-ahead log and its checksums are missing: the newest writes were in the log`;
}
