import { statSync } from "node:fs";
import { storeFile } from "../../node/chain/open-chain.ts";
import { type NodeConfig, StartError } from "../../node/node-config.ts";
import { problemOf } from "./index-meter.ts";

/** The store's file. Throws StartError if there is no file, which opening would create, or if it cannot be seen. */
export function existingStore({ database }: NodeConfig, networkName: string): string {
  const path = storeFile(database, networkName);
  try {
    if (path !== undefined && hasStore(path)) return path;
  } catch (error) {
    throw new StartError(`couldn't read ${path}: ${problemOf(error)}`);
  }
  throw new StartError(
    `there is no chain of network ${networkName} at ${path ?? "all"}: choose its folder with --data-dir or --db-dir, and its network with --network-id`,
  );
}

/** An empty file alone is a new store to SQLite; with other files next to it, it is a damaged one. Throws errors of the file system. */
function hasStore(path: string): boolean {
  const bytes = sizeOf(path);
  if (bytes === undefined || bytes > 0) return bytes !== undefined;
  return ["-wal", ".sums"].some((suffix) => (sizeOf(path + suffix) ?? 0) > 0);
}

/** `throwIfNoEntry: false` would not do: since Node 22 it also ignores that a part of the path is a file (ENOTDIR). */
function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
