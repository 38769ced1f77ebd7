import { accessSync, constants } from "node:fs";
import { sqliteErrorCode } from "./sqlite.ts";
import { StoreCondition } from "./store-condition.ts";
import { StoreRefused } from "./store-refused.ts";

/** A StoreRefused if the files of a store are why it cannot be used, and the same error if not. */
export function refusalOf(error: unknown, path: string): unknown {
  if (error instanceof StoreRefused) return error;
  switch (sqliteErrorCode(error)) {
    case "SQLITE_BUSY":
      return new StoreRefused(
        "in-use",
        `${path} is in use by another process. Stop that node, or choose another --data-dir.`,
        { cause: error },
      );
    case "SQLITE_NOTADB":
      return new StoreRefused(
        "not-a-store",
        `${path} is not a SQLite database. Choose another --data-dir.`,
        { cause: error },
      );
  }
  const condition = new StoreCondition();
  condition.note(error);
  const { damage, writeProblem } = condition;
  if (damage !== undefined) {
    return new StoreRefused(
      "damaged",
      `${damage}. The store is damaged, or its files are from different times. Restore a backup into an empty directory, or run "couloir verify" to see what is broken. If an older version wrote it, delete ${path}.sums. If you replaced the file, delete ${path}.sums and ${path}-wal before the next start.`,
      { cause: error },
    );
  }
  if (writeProblem !== undefined) {
    // SQLite reports a file of another user as an error of the disk.
    if (isForbidden(path)) return forbidden(path, error);
    return new StoreRefused(
      "unwritable",
      `${path} cannot be written: ${writeProblem}. Free space on its disk and see whether it can be written, or choose another --data-dir.`,
      { cause: error },
    );
  }
  return error;
}

/** The same for an error of a file beside the database, such as its checksums. */
export function refusalOfFile(error: NodeJS.ErrnoException, path: string): StoreRefused {
  if (error.code === "EACCES") return forbidden(error.path ?? path, error);
  return new StoreRefused(
    "unwritable",
    `${path} cannot be used: ${error.message}. See whether its disk works and has space, or choose another --data-dir.`,
    { cause: error },
  );
}

function forbidden(path: string, cause: unknown): StoreRefused {
  return new StoreRefused(
    "unwritable",
    `${path} cannot be written: permission denied. Change its owner or its permissions, or choose another --data-dir.`,
    { cause },
  );
}

function isForbidden(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
