import { renameSync, rmSync } from "node:fs";
import { markOpen } from "./open-mark.ts";
import { openSqlite, type SqliteDatabase } from "./sqlite.ts";

/**
 * Copies a database in use to a file, a few pages at a time, so that the node keeps serving requests. The copy includes
 * commits during the backup. The file appears only once it is complete. Throws within a transaction; the snapshots of a
 * dev node are one. `verifyUsable` throws if the database is known to be damaged.
 */
export async function backUp(
  database: SqliteDatabase,
  file: string,
  verifyUsable: () => void = () => {},
): Promise<void> {
  verifyUsable();
  if (database.inTransaction) {
    throw new Error("changes since the oldest snapshot are not committed yet");
  }
  const partial = `${file}.partial`;
  try {
    await database.backup(partial);
    verifyUsable();
    noteClosed(partial);
    renameSync(partial, file);
  } catch (error) {
    for (const suffix of ["", "-wal"]) rmSync(partial + suffix, { force: true });
    throw error;
  }
}

/** The store is in use, but its copy has no log. */
function noteClosed(file: string): void {
  const copy = openSqlite(file);
  try {
    markOpen(copy, false);
  } finally {
    copy.close();
  }
}
