import { sqliteErrorCode } from "./sqlite.ts";

/** SQLite says of some file systems only that a write failed. */
export function isDiskFull(error: unknown): boolean {
  const code = sqliteErrorCode(error) ?? (error instanceof Error ? error.message : "");
  return /^(SQLITE_FULL|SQLITE_IOERR_WRITE|ENOSPC|EDQUOT)/.test(code);
}
