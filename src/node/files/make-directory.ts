import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "../node-config.ts";

const mode = 0o750;

/**
 * Makes a directory and those above it where they are missing, for the owner and its group; throws StartError where that
 * cannot be. Not by mkdir's own recursion, which never ends below a directory that takes nothing, such as /proc.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) makeDirectory(above);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isDirectory(path)) throw refusal(path, error as NodeJS.ErrnoException);
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function refusal(path: string, error: NodeJS.ErrnoException): StartError {
  const reason = reasons[error.code ?? ""] ?? error.message;
  return new StartError(
    `couldn't make the directory ${path}: ${reason}; give one that can be written (--data-dir, --db-dir, --log-dir)`,
    { cause: error },
  );
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EEXIST: "there is a file of that name",
  ENOENT: "the directory above it takes none",
  EROFS: "the file system is read-only",
};
