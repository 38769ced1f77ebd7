import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "../node-config.ts";

export const directoryMode = 0o750;

/**
 * Creates a directory and its missing parents, with access for the owner and the group. Throws StartError. Does not use
 * mkdir's `recursive`, which never returns below a directory such as /proc.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) makeDirectory(above);
  try {
    mkdirSync(path, { mode: directoryMode });
  } catch (error) {
    // Another process may have created it.
    if (!isDirectory(path)) throw directoryRefused("make", path, error);
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Why a directory of the node cannot be made or opened. */
export function directoryRefused(verb: "make" | "open", path: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = reasons[code ?? ""] ?? message;
  return new StartError(
    `couldn't ${verb} the directory ${path}: ${reason}; choose a writable one (--data-dir, --db-dir, --log-dir)`,
    { cause: error },
  );
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EEXIST: "a file with that name exists",
  ENOENT: "its parent does not allow directories",
  EROFS: "the file system is read-only",
};
