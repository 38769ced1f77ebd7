import { chmodSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "../files/make-directory.ts";

const writableMode = 0o600;
const readOnlyMode = 0o400;

/** A key file that cannot be read or written. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** The content of the file, or undefined if it does not exist. Throws KeyFileError. */
export function readKeyFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    // A link whose target is missing, as on a disk that is not mounted, must not become another identity.
    const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isMissing(error) && !isLink) return undefined;
    throw new KeyFileError(`couldn't read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Writes a file that only its owner can read. Creates the directory if it is missing. A file that cannot be written whole
 * does not exist. Throws KeyFileError and StartError.
 */
export function writeKeyFile(path: string, content: Uint8Array | string): void {
  makeDirectory(dirname(path));
  const partial = `${path}.partial`;
  try {
    rmSync(partial, { force: true });
    writeFileSync(partial, content, { mode: writableMode, flush: true });
    chmodSync(partial, readOnlyMode);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new KeyFileError(`couldn't write ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
