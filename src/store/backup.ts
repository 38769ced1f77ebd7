import { renameSync, rmSync } from "node:fs";
import type { SqliteDatabase } from "./sqlite.ts";

/**
 * Copies a database in use to a file, a few pages at a time, so that the node keeps serving requests. The copy includes
 * commits during the backup. The file appears only once it is complete. Throws within a transaction; the snapshots of a
 * dev node are one.
 */
export async function backUp(database: SqliteDatabase, file: string): Promise<void> {
  if (database.inTransaction) {
    throw new Error("what was done since the oldest snapshot is not committed yet");
  }
  const partial = `${file}.partial`;
  try {
    await database.backup(partial);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
