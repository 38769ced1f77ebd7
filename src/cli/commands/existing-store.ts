import { existsSync } from "node:fs";
import { storeFile } from "../../node/chain/open-chain.ts";
import { type NodeConfig, StartError } from "../../node/node-config.ts";

/** The store's file. Throws StartError if there is no file: opening would make a new chain. */
export function existingStore({ database }: NodeConfig, networkName: string): string {
  const path = storeFile(database, networkName);
  if (path !== undefined && existsSync(path)) return path;
  throw new StartError(
    `there is no chain of network ${networkName} at ${path ?? "all"}: choose its folder with --data-dir or --db-dir, and its network with --network-id`,
  );
}
