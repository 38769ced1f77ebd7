import { genesisBlocks } from "../../foreign-chains/genesis-blocks.ts";
import { Archiver } from "../../indexer/archiver.ts";
import type { KnownChains } from "../../indexer/import-containers.ts";
import { Indexer } from "../../indexer/indexer.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../node/chain/open-chain.ts";
import { indexLogs, openNodeArchive } from "../../node/chain/open-indexer.ts";
import type { IndexLogs } from "../../node/chain/served-index.ts";
import { machineClock } from "../../node/clock.ts";
import type { NodeConfig } from "../../node/node-config.ts";
import { StartError } from "../../node/node-config.ts";
import type { ImportArchive } from "../../store/container-import.ts";
import { type IndexPath, indexPaths } from "../../store/container-log.ts";
import type { Archive } from "../../store/postgres/archive.ts";
import type { Terminal } from "../command.ts";
import { readSettings } from "../settings.ts";
import { existingStore } from "./existing-store.ts";

/** The indices of the configured node, and the chain data to compare them with. */
export type IndexStore = {
  readonly opened: OpenChain;
  readonly indexer: Indexer;
  /** The indices as the node serves them, with their older containers. */
  readonly logs: IndexLogs;
  /** Where an import puts older containers; undefined without an index database. */
  readonly archive: ImportArchive | undefined;
  readonly chains: KnownChains;
};

export type IndexStoreOptions = {
  /** Whether to create a missing store; otherwise that is an error. */
  readonly begins: boolean;
};

/**
 * Opens the store that the flags select, does the work and closes it. Prints errors and returns 1.
 */
export async function withIndexStore(
  flags: readonly string[],
  terminal: Terminal,
  { begins }: IndexStoreOptions,
  work: (store: IndexStore) => Promise<number>,
): Promise<number> {
  const settings = await readSettings(flags, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { config } = settings;
  try {
    if (!begins) requireStore(config);
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    // Containers do not depend on the rules by which they are executed.
    const any = { ...config, anySchedule: true };
    const opened = await openChain(any, configuredNetwork(config), nowSeconds);
    try {
      return await withArchive(config, opened, work);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  }
}

/** A mistyped directory must not create a store. */
function requireStore(config: NodeConfig): void {
  if (config.database.inMemory)
    throw new StartError("there is no store: --db-type=memdb keeps everything in memory");
  existingStore(config, configuredNetwork(config).name);
}

async function withArchive(
  config: NodeConfig,
  opened: OpenChain,
  work: (store: IndexStore) => Promise<number>,
): Promise<number> {
  const { store, context } = opened;
  const { upgrades } = context.network;
  const indexer = new Indexer({ database: store.database(), upgrades, enabled: true });
  const database = await openNodeArchive(store, context, indexer, config);
  // While the containers before a snapshot are missing, none are moved.
  const archive = store.history.isComplete ? database : undefined;
  try {
    return await work({
      opened,
      indexer,
      logs: indexLogs(indexer, archive),
      // A dev node copies everything again when it starts.
      archive: config.apis.dev ? undefined : archive && importArchive(archive, opened, indexer),
      chains: knownChains(opened),
    });
  } finally {
    await database?.close();
  }
}

function importArchive(archive: Archive, { store }: OpenChain, { logs }: Indexer): ImportArchive {
  const archiver = new Archiver({
    database: store.database(),
    logs,
    archive,
    acceptedHeight: () => store.blocks.lastAccepted().height,
  });
  return {
    indicesOf: (path, ids) => archive.logs[path].indicesOf(ids),
    moveAll: () => archiver.moveAll(),
  };
}

/** Arguments before the first flag, and the flags. */
export function splitArguments(args: readonly string[]): {
  readonly words: readonly string[];
  readonly flags: readonly string[];
} {
  const isFlag = (arg: string) => arg.startsWith("-") && arg !== "-";
  const at = args.findIndex(isFlag);
  return at < 0 ? { words: args, flags: [] } : { words: args.slice(0, at), flags: args.slice(at) };
}

/**
 * The index paths among the words, or all paths if there are no words; else the word that is not an
 * index path.
 */
export function pathsOf(
  words: readonly string[],
): { readonly paths: readonly IndexPath[] } | { readonly wrong: string } {
  const isPath = (word: string): word is IndexPath =>
    (indexPaths as readonly string[]).includes(word);
  const wrong = words.find((word) => !isPath(word));
  if (wrong !== undefined) return { wrong };
  return { paths: words.length === 0 ? indexPaths : words.filter(isPath) };
}

function knownChains({ store, context }: OpenChain): KnownChains {
  const others = genesisBlocks(store, context);
  const genesisIDs: Readonly<Partial<Record<IndexPath, Uint8Array | undefined>>> = {
    "P/block": store.blocks.byHeight(0n)?.id,
    "X/block": others.X,
    "C/block": others.C,
  };
  return {
    pChainBlockID: (height) => store.blocks.byHeight(height)?.id,
    genesisID: (path) => genesisIDs[path],
  };
}
