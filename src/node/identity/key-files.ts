import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "../files/make-directory.ts";

const writableMode = 0o600;
const readOnlyMode = 0o400;

/** The content of the file, or undefined if it does not exist. */
export function readKeyFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes a file that only its owner can read. Creates the directory if it is missing. */
export function writeKeyFile(path: string, content: Uint8Array | string): void {
  makeDirectory(dirname(path));
  writeFileSync(path, content, { mode: writableMode });
  chmodSync(path, readOnlyMode);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
