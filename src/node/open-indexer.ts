import type { Indexer } from "../indexer/indexer.ts";
import { IndexRefused, startIndexer } from "../indexer/start-indexer.ts";
import type { Upgrades } from "../networks/network.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { type ContainerLog, indexPaths } from "../store/container-log.ts";
import type { IndexConfig } from "./node-config.ts";
import { StartError } from "./start-error.ts";

/** The indices of a node that starts. Throws StartError where one would be incomplete without leave. */
export function openIndexer(store: ChainStore, upgrades: Upgrades, config: IndexConfig): Indexer {
  try {
    return startIndexer(store, { upgrades, ...config });
  } catch (error) {
    if (!(error instanceof IndexRefused)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

/** The index that is served at `/ext/index/<index>`. */
export function containersAt(indexer: Indexer, path: string): ContainerLog {
  const index = indexPaths.find((name) => path === `/ext/index/${name}`);
  if (index === undefined) throw new Error(`there is no index at ${path}`);
  return indexer.logs[index];
}
