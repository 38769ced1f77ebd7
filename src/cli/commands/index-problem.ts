import { LogUnavailable } from "../../store/container-log.ts";
import { ArchiveRefused } from "../../store/postgres/archive-errors.ts";
import { sqliteErrorCode } from "../../store/sqlite.ts";

/** Why a file or the store could not be used, for people; throws what is a bug of ours. */
export function problemOf(error: unknown): string {
  if (error instanceof LogUnavailable || error instanceof ArchiveRefused) return error.message;
  const code = sqliteErrorCode(error) ?? (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "SQLITE_FULL") return "the disk is full";
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a directory";
  if (code === "EACCES" || code === "EPERM") return "there is no permission";
  if (code === "EEXIST") return "the file is there already";
  const isOutside = code?.startsWith("SQLITE_IOERR") || code?.startsWith("E");
  if (isOutside) return (error as Error).message;
  throw error;
}
