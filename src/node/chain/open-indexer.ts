import { formatId } from "../../formats/id.ts";
import { ArchivedLog } from "../../indexer/archived-log.ts";
import { Archiver } from "../../indexer/archiver.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import { openArchive } from "../../indexer/open-archive.ts";
import type { ProposerSigner } from "../../indexer/proposer.ts";
import { IndexRefused, startIndexer } from "../../indexer/start-indexer.ts";
import type { ChainContext, Upgrades } from "../../networks/network.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { type IndexPath, indexPaths } from "../../store/container-log.ts";
import type { Archive } from "../../store/postgres/archive.ts";
import type { Log } from "../logging/log.ts";
import type { IndexConfig, NodeConfig } from "../node-config.ts";
import { StartError } from "../node-config.ts";
import type { IndexLogs } from "./served-index.ts";

/** Opens the indices. Throws StartError if one would be incomplete without --index-allow-incomplete. */
export function openIndexer(
  store: ChainStore,
  upgrades: Upgrades,
  config: IndexConfig & {
    readonly wrapsBlocks: boolean;
    readonly signer: ProposerSigner | undefined;
  },
): Indexer {
  try {
    return startIndexer(store, { upgrades, ...config });
  } catch (error) {
    throw asStartError(error);
  }
}

/**
 * Opens the database, if one is configured. Throws StartError. With a log, a server that does not respond is tried again
 * later if the database has belonged to this store.
 */
export async function openNodeArchive(
  store: ChainStore,
  { network }: ChainContext,
  indexer: Indexer,
  { databaseURL, apis }: Pick<NodeConfig, "databaseURL" | "apis">,
  log?: Log,
): Promise<Archive | undefined> {
  // The older containers of a snapshot are nowhere yet.
  const { isComplete } = store.history;
  if (databaseURL === undefined && !isComplete) return undefined;
  const genesisID = formatId(store.blocks.byHeight(0n)!.id);
  try {
    return await openArchive(databaseURL, {
      metadata: store.metadata,
      logs: isComplete ? indexer.logs : undefined,
      network: `${network.name} with genesis ${genesisID}`,
      mayRewind: apis.dev,
      ...(log !== undefined && {
        onUnavailable: (problem) => log.warn({ problem }, "the database does not respond"),
      }),
    });
  } catch (error) {
    throw asStartError(error);
  }
}

/** Moves containers to the index database while the node runs, and logs when that fails and recovers. */
export function nodeArchiver(
  store: ChainStore,
  { logs }: Indexer,
  archive: Archive | undefined,
  { config, log }: { readonly config: NodeConfig; readonly log: Log },
): Archiver | undefined {
  if (archive === undefined) return undefined;
  return new Archiver({
    database: store.database(),
    logs,
    archive,
    acceptedHeight: () => store.blocks.lastAccepted().height,
    mayRewind: config.apis.dev,
    onProblem: (problem) => {
      if (problem === undefined) log.info({}, "containers are moved to the index database again");
      else log.warn({ problem }, "containers cannot be moved to the index database");
    },
  });
}

export function indexLogs({ logs }: Indexer, archive: Archive | undefined): IndexLogs {
  if (archive === undefined) return logs;
  const archived = indexPaths.map(
    (path) => [path, new ArchivedLog(logs[path], archive.logs[path])] as const,
  );
  return Object.fromEntries(archived) as Record<IndexPath, ArchivedLog>;
}

function asStartError(error: unknown): unknown {
  return error instanceof IndexRefused ? new StartError(error.message, { cause: error }) : error;
}
