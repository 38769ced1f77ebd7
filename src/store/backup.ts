import { renameSync, rmSync } from "node:fs";
import type { SqliteDatabase } from "./sqlite.ts";

/**
 * Copies a database that is in use to a file, some pages at a time, so that requests are answered in between. What is
 * committed meanwhile is in the copy. The file is there only when it is whole. Throws within a transaction, as a snapshot
 * of a dev node is one.
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
