import { realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexTables } from "../../indexer/indexer.ts";
import { underRules } from "../../networks/find-network.ts";
import type { Hardfork } from "../../networks/hardfork.ts";
import type { ChainContext, Network } from "../../networks/network.ts";
import { genesisBlock } from "../../pchain/genesis/genesis.ts";
import { loadGenesis } from "../../pchain/genesis/load.ts";
import { Diff } from "../../pchain/state/diff.ts";
import { MemoryState } from "../../pchain/state/memory-state.ts";
import { ChainStore } from "../../store/chain-store.ts";
import { writeExecutedSchedule } from "../../store/executed-schedule.ts";
import { writeIdentity } from "../../store/identity.ts";
import type { LedgerSink } from "../../store/ledger/ledger.ts";
import { copyInUse, copyWritable, StoreTooBusy } from "../../store/live-copy.ts";
import type { Metadata } from "../../store/metadata.ts";
import { refusalOf } from "../../store/refusal-of.ts";
import { readHardfork, readRelease, writeHardfork, writeRelease } from "../../store/release.ts";
import type { Durability, StoreAccess } from "../../store/sqlite.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { userTables } from "../../store/users.ts";
import { loadSavedState } from "../dev/saved-state.ts";
import { OpenDirectory } from "../files/open-directory.ts";
import { recordFollowing } from "../mode/recorded-mode.ts";
import { type NodeConfig, type SnapshotSource, StartError } from "../node-config.ts";
import { readChainIDs, writeChainIDs } from "./chain-ids.ts";
import { type NodeGenesis, nodeGenesis } from "./genesis.ts";
import { needsHealing, type OutdatedSchedule, outdatedSchedule } from "./outdated-schedule.ts";

/** The chain of a network, on disk or in memory. */
export type OpenChain = {
  readonly store: ChainStore;
  /** The path of the database, or `:memory:`. */
  readonly file: string;
  readonly context: ChainContext;
  /** The genesis that this process would start the chain with. */
  readonly genesis: () => Promise<NodeGenesis>;
  /** The current directory of the database; the temporary directory for one in memory. */
  readonly directory: () => string;
  /** Where the schedule that executed its blocks differs from the one of this program, if it was opened with `anySchedule`. */
  readonly outdated: OutdatedSchedule | undefined;
  readonly close: () => Promise<void>;
};

type OpenChainConfig = Pick<NodeConfig, "database" | "genesis" | "local" | "release" | "hardfork"> &
  Partial<Pick<NodeConfig, "upgrades">> & {
    /** What an empty store starts from instead of the genesis. */
    readonly snapshot?: SnapshotSource | undefined;
    /** Defaults to that of the store. */
    readonly durability?: Durability;
    /** Also opens a chain that was executed by another schedule. Only its blocks and containers may be used then. */
    readonly anySchedule?: boolean;
    /** Takes the rows of the ledger instead of this store. */
    readonly ledgerSink?: LedgerSink;
    /** Only executes blocks: nothing may ask it by address. */
    readonly isScratch?: boolean;
  };

/**
 * Opens the chain of the configured network and creates it if it does not exist. An existing store knows its genesis; a
 * genesis that the user gives is built and compared with it. A local chain therefore stays usable when the start time of
 * the local genesis changes, every 270 days. `hasLedger` switches the ledger on or off; if it is undefined, the blocks that
 * are accepted have no rows. Throws StartError.
 */
export async function openChain(
  config: OpenChainConfig & Partial<Pick<NodeConfig, "processes">>,
  described: Network,
  nowSeconds: bigint,
  hasLedger?: boolean,
): Promise<OpenChain> {
  const network = networkOfNewChain(config, described);
  const place = await placeOf(config.database, network.name);
  let store: ChainStore | undefined;
  const close = async () => {
    store?.close();
    await place.close();
  };
  try {
    const isGiven = config.genesis !== undefined || config.local.genesis !== undefined;
    const given = isGiven ? await nodeGenesis(config, network, nowSeconds) : undefined;
    const access = (config.processes ?? 1) > 1 ? "shared" : "exclusive";
    store = openStore(place.file, network, given, config, access);
    const { stateFile } = config.local;
    if (stateFile !== undefined) loadSavedState(stateFile, store, network.id);
    const chain = await chainIn(store, given, config, described, { nowSeconds, hasLedger });
    return { store, file: place.file, directory: place.directory, close, ...chain };
  } catch (error) {
    // A store that cannot be used must not stay open.
    await close();
    throw startErrorOf(error, place.file, place.source);
  }
}

/**
 * The time at which a second chain must begin to have the genesis of a store, in Unix seconds: the local genesis begins at
 * the latest possible time before now, every 270 days.
 */
export function genesisTime({ blockTimes }: Pick<ChainStore, "blockTimes">): bigint {
  return blockTimes.of(0n);
}

/** The chain of a store, which begins if the store is empty. */
async function chainIn(
  store: ChainStore,
  given: NodeGenesis | undefined,
  config: OpenChainConfig,
  described: Network,
  {
    nowSeconds,
    hasLedger,
  }: { readonly nowSeconds: bigint; readonly hasLedger?: boolean | undefined },
): Promise<Pick<OpenChain, "context" | "genesis" | "outdated">> {
  const known = given?.context ?? readContext(store, described);
  if (store.identity() !== undefined && known !== undefined) {
    if (config.snapshot !== undefined) {
      const { verifyStartedFrom } = await import("../snapshot/load-snapshot.ts");
      await verifyStartedFrom(store, config.snapshot);
    }
    const context = { ...known, network: networkOfStore(config, described, store.metadata) };
    const outdated = outdatedSchedule(store, context.network, config.upgrades !== undefined);
    if (outdated === undefined) writeExecutedSchedule(store.metadata, context.network.upgrades);
    else if (config.anySchedule !== true) throw new StartError(needsHealing(outdated));
    if (hasLedger !== undefined) store.beginLedger(context, hasLedger, config.ledgerSink);
    const genesis = async () => ({
      ...(given ?? (await nodeGenesis(config, context.network, nowSeconds))),
      context,
    });
    return { context, genesis, outdated };
  }
  const network = networkOfNewChain(config, described);
  const first = given ?? (await nodeGenesis(config, network, nowSeconds));
  const beginLedger = () => {
    if (hasLedger !== undefined) store.beginLedger(first.context, hasLedger, config.ledgerSink);
  };
  if (config.snapshot === undefined) {
    beginLedger();
    beginChain(store, first, config.hardfork?.name);
  } else {
    await beginFromSnapshot(store, first, config);
    beginLedger();
  }
  return { context: first.context, genesis: async () => first, outdated: undefined };
}

/** The network as the configuration describes it, with the rules of a chain that does not exist yet. */
export function networkOfNewChain(
  { release, hardfork }: Pick<OpenChainConfig, "release" | "hardfork">,
  described: Network,
): Network {
  return underRules(described, {
    release: release ?? described.release.name,
    hardfork: hardfork?.name,
  });
}

/** The same with the rules that an existing chain was created with. An upgrade file replaces its hardfork. */
function networkOfStore(
  { upgrades }: Pick<OpenChainConfig, "upgrades">,
  described: Network,
  metadata: Metadata,
): Network {
  return underRules(described, {
    release: readRelease(metadata),
    hardfork: upgrades === undefined ? readHardfork(metadata) : undefined,
  });
}

/** The path of the store of a network, which may not exist; undefined for one in memory. */
export function storeFile(config: NodeConfig["database"], networkName: string): string | undefined {
  return config.inMemory ? undefined : realFile(join(config.directory, networkName, fileName));
}

/** SQLite creates the log next to the target of a link, so that the other files of a store must be there, too. */
function realFile(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const fileName = "chain.sqlite";

function openStore(
  path: string,
  network: Network,
  given: NodeGenesis | undefined,
  {
    database: { checkTimeoutMs, unchecked, readOnly },
    durability,
    isScratch = false,
  }: OpenChainConfig,
  access: StoreAccess,
): ChainStore {
  return ChainStore.open({
    path,
    access,
    networkID: network.id,
    networkName: network.name,
    genesisID: given?.built.id,
    modules: [userTables, ...indexTables],
    unchecked: readOnly && unchecked === true,
    isScratch,
    ...(durability !== undefined && { durability }),
    ...(checkTimeoutMs !== undefined && { checkMs: checkTimeoutMs }),
  });
}

/** What a user can do if the store is why a node does not start. `source` is the file that `file` is a copy of. */
export function startErrorOf(error: unknown, file: string, source = file): unknown {
  const refusal = refusalOf(error, file);
  if (!(refusal instanceof StoreRefused)) return error;
  return new StartError(refusal.message.replaceAll(file, source), {
    cause: error,
    ...(refusal.reason === "in-use" && { reason: "directory-in-use" }),
  });
}

/** Writes a genesis into an empty store, and the hardfork that its context has, unless that comes from elsewhere. */
export function beginChain(
  store: ChainStore,
  { built, context }: NodeGenesis,
  hardfork: Hardfork | undefined,
): void {
  const changes = new Diff(new MemoryState());
  loadGenesis(built.genesis, changes, context.network);
  // Written before the genesis: a store with an identity is complete.
  writeRules(store.metadata, context, hardfork);
  store.loadGenesis({
    genesisID: built.id,
    block: genesisBlock(built.id),
    changes: changes.changes(),
  });
}

/** Fills an empty store from a snapshot. Throws StartError. */
async function beginFromSnapshot(
  store: ChainStore,
  genesis: NodeGenesis,
  { snapshot, hardfork }: OpenChainConfig,
): Promise<void> {
  const { loadSnapshot } = await import("../snapshot/load-snapshot.ts");
  const { network } = genesis.context;
  const { id: networkID, name: networkName } = network;
  return loadSnapshot(store, genesis, snapshot!, () => {
    writeRules(store.metadata, genesis.context, hardfork?.name);
    recordFollowing(store.metadata);
    writeIdentity(store.metadata, { networkID, networkName, genesisID: genesis.built.id });
  });
}

function writeRules(
  metadata: Metadata,
  context: ChainContext,
  hardfork: Hardfork | undefined,
): void {
  writeChainIDs(metadata, context);
  writeRelease(metadata, context.network.release.name);
  writeExecutedSchedule(metadata, context.network.upgrades);
  if (hardfork !== undefined) writeHardfork(metadata, hardfork);
}

function readContext(store: ChainStore, network: Network): ChainContext | undefined {
  const ids = readChainIDs(store.metadata);
  return ids && { network, ...ids };
}

type Place = {
  readonly file: string;
  /** The file that the user has: the same, or the one that it is a copy of. */
  readonly source: string;
  readonly directory: () => string;
  readonly close: () => Promise<void>;
};

async function placeOf(config: NodeConfig["database"], networkName: string): Promise<Place> {
  if (config.inMemory) {
    return { file: ":memory:", source: ":memory:", directory: tmpdir, close: async () => {} };
  }
  const path = join(config.directory, networkName);
  if (!config.readOnly) return placeIn(path, async () => {});
  const copy = await mkdtemp(join(tmpdir(), "couloir-")).catch((error: Error) => {
    throw notCopied(error);
  });
  const file = realFile(join(path, fileName));
  const discard = () => rm(copy, { recursive: true, force: true });
  try {
    const unlessMissing = (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    };
    await copyInUse(file, join(copy, fileName)).catch(unlessMissing);
    await copyWritable(`${file}.sums`, join(copy, `${fileName}.sums`)).catch(unlessMissing);
  } catch (error) {
    await discard();
    throw error instanceof StoreTooBusy ? new StartError(error.message) : notCopied(error);
  }
  return { ...placeIn(copy, discard), source: file };
}

/** Says where the copy would be, unless the error is not of a file system. */
function notCopied(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error;
  const { message } = error as Error;
  return new StartError(
    `couldn't copy the store to the temporary directory ${tmpdir()}: ${message}: TMPDIR names another one`,
    { cause: error },
  );
}

function placeIn(path: string, discard: () => Promise<void>): Place {
  const directory = new OpenDirectory(path);
  const file = realFile(join(path, fileName));
  return {
    file,
    source: file,
    directory: directory.path,
    close: async () => {
      directory.close();
      await discard();
    },
  };
}
