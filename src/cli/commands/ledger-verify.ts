import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Indexer } from "../../indexer/indexer.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { genesisTime, type OpenChain, openChain } from "../../node/chain/open-chain.ts";
import { openNodeArchive } from "../../node/chain/open-indexer.ts";
import { needsHealing } from "../../node/chain/outdated-schedule.ts";
import { machineClock } from "../../node/clock.ts";
import { ledgerDatabase } from "../../node/copying/open-ledger-copier.ts";
import { withGas } from "../../node/dev/gas.ts";
import { DevOutputs } from "../../node/filling/dev-outputs.ts";
import type { StoredContainers } from "../../node/filling/read-crossings.ts";
import { recordedMode } from "../../node/mode/recorded-mode.ts";
import { type NodeConfig, StartError } from "../../node/node-config.ts";
import { LogUnavailable } from "../../store/container-log.ts";
import { compareRows, type TableComparison } from "../../store/ledger/compare-rows.ts";
import { heightOrder, ledgerRows, type RowTable, rowTables } from "../../store/ledger/rows.ts";
import { type LedgerRow, openEnd } from "../../store/ledger/schema.ts";
import type { Archive } from "../../store/postgres/archive.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import type { Command, Terminal } from "../command.ts";
import { digestOfFiles } from "../export/export-tables.ts";
import { hasOtherScript, readManifest, unlistedFiles } from "../export/exported-folder.ts";
import { folderRows } from "../export/folder-rows.ts";
import { Interrupted, interruptible, type Pause } from "../interruption.ts";
import { ProgressBar } from "../progress-bar.ts";
import { readSettings } from "../settings.ts";
import { executeAgain, rulesOf } from "./execute-again.ts";
import { existingStore } from "./existing-store.ts";
import { grouped } from "./index-meter.ts";
import {
  archivedLogs,
  compareCrossings,
  crossingsOfFolder,
  type FoundCrossings,
} from "./verify-crossings.ts";

/** Rows that are compared with those that execution yields, and the last height that they know. */
type FoundRows = {
  readonly height: number;
  /** The first height. Default: 0. */
  readonly from?: number;
  /** Default: the key. */
  readonly order?: "height" | "key";
  /** What is wrong besides the rows, once they are read. */
  readonly problems?: readonly string[];
  readonly rows: <Name extends RowTable>(
    name: Name,
    height: number,
  ) => Iterable<LedgerRow<Name>> | AsyncIterable<LedgerRow<Name>>;
  readonly crossings: FoundCrossings;
};

const exitCodes = { equal: 0, different: 1, notCompared: 2 } as const;

/**
 * Executes the blocks of a store again and compares every row of its ledger, of a database, or of an exported folder. Returns 1 if a row differs, and 2 if nothing
 * could be compared.
 */
export const ledgerVerify: Command = async (args, terminal) => {
  const { folder, nodeFlags } = folderArgument(args);
  if (folder === "") {
    terminal.err("--folder: expected a folder that couloir ledger export wrote\n");
    return exitCodes.notCompared;
  }
  const settings = await readSettings(nodeFlags, terminal);
  if ("exitCode" in settings) {
    return settings.exitCode === 0 ? exitCodes.equal : exitCodes.notCompared;
  }
  const { config } = settings;
  try {
    const network = configuredNetwork(config);
    existingStore(config, network.name);
    const database = { ...config.database, readOnly: true, unchecked: true };
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    return await interruptible(async (pause) => {
      const chain = { ...config, database, anySchedule: true };
      const found = await openChain(chain, network, nowSeconds);
      try {
        return await verify(found, { config, folder, terminal, pause });
      } finally {
        await found.close();
      }
    });
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode;
    const isKnown =
      error instanceof StartError ||
      error instanceof StoreRefused ||
      error instanceof LogUnavailable;
    if (!isKnown) throw error;
    terminal.err(`${error.message}\n`);
    return exitCodes.notCompared;
  }
};

/** Separates `--folder` from the flags of the node. */
function folderArgument(args: readonly string[]): {
  readonly folder: string | undefined;
  readonly nodeFlags: readonly string[];
} {
  const at = args.findIndex((each) => /^--?folder(=|$)/.test(each));
  if (at < 0) return { folder: undefined, nodeFlags: args };
  const [, given] = /=(.*)$/s.exec(args[at]!) ?? [];
  const next = args[at + 1] ?? "";
  const folder = given ?? (next.startsWith("-") ? "" : next);
  return { folder, nodeFlags: args.toSpliced(at, given === undefined ? 2 : 1) };
}

type Verified = {
  readonly config: NodeConfig;
  readonly folder: string | undefined;
  readonly terminal: Terminal;
  readonly pause: Pause;
};

async function verify(
  found: OpenChain,
  { config, folder, terminal, pause }: Verified,
): Promise<number> {
  if (!found.store.history.isComplete) {
    throw new StartError(
      "the history of the snapshot that the store was started from is not complete yet: let the node follow its network until it is",
    );
  }
  if (found.outdated !== undefined) throw new StartError(needsHealing(found.outdated));
  const { store, context } = found;
  const { upgrades } = context.network;
  const indexer = new Indexer({ database: store.database(), upgrades, enabled: true });
  const archive = await openDatabase(found, config, indexer);
  try {
    const containers = {
      context,
      metadata: store.metadata,
      logs: archive === undefined ? indexer.logs : archivedLogs(indexer, archive),
    };
    const run = { config, terminal, pause, containers };
    if (folder !== undefined) return await verifyRows(rowsOfFolder(folder, found), found, run);
    const rows = rowsOfStore(found, archive !== undefined);
    return await verifyRows(
      archive === undefined ? rows : await rowsOfDatabase(archive, found, rows.height),
      found,
      run,
    );
  } finally {
    await archive?.close();
  }
}

async function verifyRows(
  rows: FoundRows,
  found: OpenChain,
  {
    config,
    terminal,
    pause,
    containers,
  }: Omit<Verified, "folder"> & { readonly containers: StoredContainers },
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "couloir-ledger-verify-"));
  try {
    const again = await openChain(
      {
        ...config,
        ...rulesOf(found.store.metadata),
        database: { directory, inMemory: false, readOnly: false },
        durability: "crash",
      },
      configuredNetwork(config),
      genesisTime(found.store),
      true,
    );
    try {
      await execute(found, again, { config, height: rows.height, terminal, pause });
      return await compare(rows, { again, containers, terminal, pause });
    } finally {
      await again.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The rows of a store up to its first gap. Those that were removed may be in the database. */
function rowsOfStore({ store }: OpenChain, hasDatabase: boolean): FoundRows {
  const tip = Number(store.blocks.lastAccepted().height);
  const [first] = store.ledger.coverage.completeRanges(tip);
  const { from } = store.ledger.local;
  if (from > 0 && !hasDatabase) {
    throw new StartError(
      `the rows of heights below ${from} were removed from this store, because its database has them (--ledger-keep-blocks): add --db-url to compare the rows there`,
    );
  }
  if (first === undefined || first.from > from) {
    throw new StartError(
      "the ledger of this store has no rows from the genesis on: let the node fill it, with --ledger",
    );
  }
  const database = store.database();
  // Without later blocks, a row is compared as it is, and one of a later height is wrong.
  const to = first.to === tip ? openEnd : first.to;
  return {
    height: first.to,
    rows: (name) => ledgerRows(database, name, { from: 0, to, order: "key" }),
    crossings: { rows: () => store.ledger.crossings.all() },
  };
}

/** Throws StartError for a folder of another chain. */
function rowsOfFolder(folder: string, { store, context }: OpenChain): FoundRows {
  const manifest = readManifest(folder, context.network.id, store.blocks);
  const digest = digestOfFiles(manifest.tables);
  const problems = unlistedFiles(folder, manifest).map(
    (path) => `${path} is not in manifest.json: remove it`,
  );
  if (hasOtherScript(folder, manifest)) {
    problems.push("load.sql is not the script that loads these files: remove it, or export again");
  }
  if (digest !== manifest.sha256) {
    problems.push(`manifest.json has the digest ${manifest.sha256}, its files have ${digest}`);
  }
  return {
    from: manifest.fromHeight,
    height: manifest.toHeight,
    order: "height",
    problems,
    rows: (name) => folderRows(folder, manifest, name, (problem) => problems.push(problem)),
    crossings: crossingsOfFolder(folder, manifest, (problem) => problems.push(problem)),
  };
}

/** The database of --db-url. Throws StartError if it does not respond or is not of this store. */
async function openDatabase(
  { store, context }: OpenChain,
  config: NodeConfig,
  indexer: Indexer,
): Promise<Archive | undefined> {
  if (config.databaseURL === undefined) return undefined;
  return openNodeArchive(store, context, indexer, config);
}

/** The rows of the database up to its cursor, unless the store has fewer. */
async function rowsOfDatabase(
  archive: Archive,
  found: OpenChain,
  heightMax: number,
): Promise<FoundRows> {
  const database = ledgerDatabase(archive, found);
  const height = await database.height();
  if (height === undefined || height < 0) {
    throw new StartError(`the database ${archive.place} has no rows of this store's ledger yet`);
  }
  const problems: string[] = [];
  return {
    height: Math.min(height, heightMax),
    problems,
    rows: async function* (name, to) {
      yield* database.rows(name, to);
      const above = await database.above(name);
      if (above.rows === 0) return;
      const rows = above.rows === 1 ? "1 row names" : `${grouped(above.rows)} rows name`;
      problems.push(
        `${name}: ${rows} a height above ${grouped(above.height)}, the last that the database has`,
      );
    },
    crossings: {
      rows: () => database.crossings(),
      last: (stream) => database.lastCrossing(stream),
    },
  };
}

/** Executes the blocks up to a height on a second store. */
async function execute(
  found: OpenChain,
  again: OpenChain,
  { config, height, terminal, pause }: Omit<Verified, "folder"> & { readonly height: number },
): Promise<void> {
  const isOwn = recordedMode(found.store) === "dev";
  const devOutputs = new DevOutputs(found.store);
  const problem = await executeAgain({
    found: isOwn ? withGas(found, config).opened : found,
    again,
    last: BigInt(height),
    allowsEmptyBlocks: isOwn,
    atTip: () => devOutputs.addAtTip(again.store),
    pause,
    terminal,
  });
  if (problem !== undefined) throw new StartError(problem);
  terminal.out(`executed ${grouped(height)} blocks\n`);
}

async function compare(
  found: FoundRows,
  {
    again,
    containers,
    terminal,
    pause,
  }: Pick<Verified, "terminal" | "pause"> & {
    readonly again: OpenChain;
    readonly containers: StoredContainers;
  },
): Promise<number> {
  const { height, from = 0, order: wanted = "key", problems = [] } = found;
  const bar = new ProgressBar(terminal.columns, terminal.err);
  let differences = 0;
  for (const [index, name] of rowTables.entries()) {
    await pause();
    const columns = wanted === "height" ? heightOrder(name) : undefined;
    const order = columns === undefined ? "key" : "height";
    const comparison = await compareRows(
      name,
      {
        found: found.rows(name, height),
        expected: ledgerRows(again.store.database(), name, { from, to: height, order }),
        ...(columns !== undefined && { order: columns }),
      },
      async (count) => {
        const share = index / rowTables.length;
        bar.show(share, performance.now(), () => `${name}: ${grouped(count)} rows`);
        await pause();
      },
    ).finally(() => bar.clear());
    report(comparison, terminal);
    differences += comparison.differences;
  }
  const crossed = await compareCrossings(found.crossings, containers);
  // A node that follows no other chain has none.
  if (crossed.rows + crossed.differences > 0) report(crossed, terminal);
  differences += crossed.differences;
  for (const problem of problems) terminal.err(`${problem}\n`);
  if (differences === 0 && problems.length > 0) return exitCodes.different;
  const rows = differences === 1 ? "row differs" : "rows differ";
  terminal.out(
    differences === 0
      ? `every row up to height ${grouped(height)} follows from the blocks\n`
      : `${grouped(differences)} ${rows} from what execution yields\n`,
  );
  return differences === 0 ? exitCodes.equal : exitCodes.different;
}

function report({ table, rows, differences, first }: TableComparison, terminal: Terminal): void {
  const result = differences === 0 ? "equal" : `${grouped(differences)} different`;
  terminal.out(`${table}: ${grouped(rows)} rows, ${result}\n`);
  for (const { height, key, what } of first) {
    const at = height === undefined ? "" : `height ${height}, `;
    terminal.err(`${at}${table}, ${key}: ${what}\n`);
  }
  if (differences > first.length) {
    terminal.err(`${table}: ${grouped(differences - first.length)} more\n`);
  }
}
