import { randomBytes } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import { readKeyFile, writeKeyFile } from "../identity/key-files.ts";
import { StartError } from "../node-config.ts";

const keyBytes = 32;
const ownerMode = 0o600;
/** Access of the group and of others. */
const othersMode = 0o077;

/**
 * The key that seals the secrets of watches, from a file that only its owner may read. Creates it unless `mustExist`. Throws
 * StartError and KeyFileError.
 */
export function sealingKey(path: string, mustExist: boolean): Uint8Array {
  const key = readKeyFile(path);
  if (key === undefined) {
    if (mustExist) {
      throw new StartError(
        `${path} is missing, with which the secrets of the watches are sealed: restore it, or delete watches.sqlite beside it`,
      );
    }
    const made = randomBytes(keyBytes);
    writeKeyFile(path, made);
    chmodSync(path, ownerMode);
    return made;
  }
  if (key.length !== keyBytes) {
    throw new StartError(`${path} has ${key.length} bytes and not ${keyBytes}: restore it`);
  }
  // Windows has other rights.
  if (process.platform !== "win32" && (statSync(path).mode & othersMode) !== 0) {
    throw new StartError(`other users may read ${path}: run chmod 600 ${path}`);
  }
  return key;
}
