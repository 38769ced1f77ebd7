import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { formatId } from "../../formats/id.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../node/chain/open-chain.ts";
import { machineClock } from "../../node/clock.ts";
import { StartError } from "../../node/node-config.ts";
import { fillingWords } from "../../store/ledger/queries/ledger-queries.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import type { Command, Terminal } from "../command.ts";
import { csvFiles } from "../export/csv-file.ts";
import { exportCrossings } from "../export/export-crossings.ts";
import {
  type ExportedTable,
  exportTables,
  heightsPerFile,
  writeManifest,
} from "../export/export-tables.ts";
import { loadScript } from "../export/load-script.ts";
import { ndjsonFiles } from "../export/ndjson-file.ts";
import { parquetFiles } from "../export/parquet-file.ts";
import type { RowFileKind } from "../export/row-file.ts";
import { ConfigError } from "../flag-types.ts";
import { Interrupted, interruptible, type Pause } from "../interruption.ts";
import { ProgressBar } from "../progress-bar.ts";
import { readSettings } from "../settings.ts";
import { existingStore } from "./existing-store.ts";
import { grouped, problemOf } from "./index-meter.ts";
import {
  type ExportFormat,
  type LedgerExportArguments,
  ledgerExportArguments,
} from "./ledger-export-arguments.ts";

const kinds: Readonly<Record<ExportFormat, () => Promise<RowFileKind>>> = {
  parquet: async () => parquetFiles(await import("hyparquet-writer")),
  csv: async () => csvFiles,
  ndjson: async () => ndjsonFiles,
};

/** Writes the tables of the ledger to a folder, with digests that all honest nodes share. A running node continues. */
export const ledgerExport: Command = async (args, terminal) => {
  try {
    const own = ledgerExportArguments(args);
    const settings = await readSettings(own.nodeFlags, terminal);
    if ("exitCode" in settings) return settings.exitCode;
    const { config } = settings;
    const network = configuredNetwork(config);
    existingStore(config, network.name);
    const folder = resolve(own.out);
    const database = { ...config.database, readOnly: true, unchecked: true };
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    makeFolder(folder, own.out);
    let isComplete = false;
    try {
      await interruptible(async (pause) => {
        const chain = { ...config, database, anySchedule: true };
        const opened = await openChain(chain, network, nowSeconds);
        try {
          await exportTo(folder, own, opened, { terminal, pause });
          isComplete = true;
        } finally {
          await opened.close();
        }
      });
    } finally {
      if (!isComplete) rmSync(folder, { recursive: true, force: true });
    }
    return 0;
  } catch (error) {
    if (error instanceof Interrupted) {
      terminal.err("interrupted: what was written has been removed\n");
      return error.exitCode;
    }
    terminal.err(`${explained(error)}\n`);
    return 1;
  }
};

/** Throws StartError for a folder that exists, or whose parent does not. */
function makeFolder(folder: string, given: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") {
      throw new StartError(
        `--out: ${given} exists: choose a folder that does not, or move this one`,
      );
    }
    if (code === "ENOENT") {
      throw new StartError(
        `--out: there is no folder ${dirname(folder)}: create it, or choose another one`,
      );
    }
    throw new StartError(`--out: couldn't create ${given}: ${problemOf(error)}`);
  }
}

async function exportTo(
  folder: string,
  { format, from, to: wanted, out }: LedgerExportArguments,
  { store, context }: OpenChain,
  { terminal, pause }: { readonly terminal: Terminal; readonly pause: Pause },
): Promise<void> {
  const to = lastHeight(store, from, wanted);
  const bar = new ProgressBar(terminal.columns, terminal.err);
  const { tables, crossings } = await naming(out, async () => {
    const kind = await kinds[format]();
    const onProgress = async (share: number, table: string, rows: number) => {
      bar.show(share, performance.now(), () => `${table}: ${grouped(rows)} rows`);
      await pause();
    };
    const place = { folder, kind };
    return {
      tables: await exportTables(store.database(), { ...place, from, to, onProgress }),
      crossings: await exportCrossings(store.database(), {
        ...place,
        onProgress: (rows) => onProgress(1, "crossings", rows),
      }),
    };
  }).finally(() => bar.clear());
  const blockID = (height: number) => formatId(store.blocks.byHeight(BigInt(height))!.id);
  const sha256 = await naming(out, async () => {
    if (format === "csv") writeFileSync(join(folder, "load.sql"), loadScript(tables, crossings));
    return writeManifest(folder, {
      format,
      networkID: context.network.id,
      fromHeight: from,
      toHeight: to,
      genesisBlockID: blockID(0),
      toBlockID: blockID(to),
      tables,
      crossings,
    });
  });
  const files = [
    ...Object.values(tables).flatMap((table: ExportedTable) => table.files),
    crossings,
  ];
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  terminal.out(
    `wrote ${grouped(rows)} rows of heights ${from} to ${to} to ${files.length} files in ${out}\n`,
  );
  terminal.out(`digest ${sha256}\n`);
}

/** The last height to write. Throws StartError if the ledger lacks a height of the range. */
function lastHeight(
  { blocks, ledger, ledgerQueries }: OpenChain["store"],
  from: number,
  wanted: number | undefined,
): number {
  const tip = Number(blocks.lastAccepted().height);
  const to = wanted ?? tip;
  if (to > tip)
    throw new StartError(`--to: expected a height up to ${tip}, the last block, got ${to}`);
  if (from > tip) {
    throw new StartError(`--from: expected a height up to ${tip}, the last block, got ${from}`);
  }
  const { coverage, local } = ledger;
  if (from < local.from) {
    const first = Math.ceil(local.from / heightsPerFile) * heightsPerFile;
    const other = first > tip ? "" : `choose a --from of at least ${first}, or `;
    throw new StartError(
      `the rows of heights below ${local.from} were removed from this store, because its database has them (--ledger-keep-blocks): ${other}read the rows in PostgreSQL`,
    );
  }
  const ranges = coverage.completeRanges(tip);
  if (ranges.some((range) => range.from <= from && range.to >= to)) return to;
  const words = ranges.map((range) => `${range.from} to ${range.to}`).join(", ");
  const has = words === "" ? "has no rows" : `has rows of heights ${words}`;
  const off = coverage.offSince();
  const { problem } = ledgerQueries.coverage();
  const state = off === undefined ? fillingWords({ problem }) : `is off since height ${off}`;
  const wait = problem === undefined ? ["wait until it is complete"] : [];
  const remedies = [
    ...(off === undefined ? wait : ["start the node with --ledger=true"]),
    ...(words === "" ? [] : ["choose --from and --to in these heights"]),
  ];
  const remedy = remedies.length === 0 ? "" : `: ${remedies.join(", or ")}`;
  throw new StartError(`the ledger of this store ${state} and ${has}${remedy}`);
}

/** Names the folder in errors of its file system. */
async function naming<T>(out: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code.startsWith("SQLITE")) throw error;
    if (code === "ENOSPC" || code === "EDQUOT") {
      throw new StartError(
        `--out: the disk of ${out} is full: free some space or choose another disk; what was written has been removed`,
      );
    }
    throw new StartError(`--out: couldn't write to ${out}: ${problemOf(error)}`);
  }
}

function explained(error: unknown): string {
  const isKnown = [StartError, StoreRefused, ConfigError].some((kind) => error instanceof kind);
  if (isKnown) return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code !== undefined) return problemOf(error);
  throw error;
}
