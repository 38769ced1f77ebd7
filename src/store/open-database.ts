import { problemOfMain } from "./differing-pages.ts";
import { type ExpectedIdentity, readIdentity, verifyIdentity } from "./identity.ts";
import { StoreIntegrity } from "./integrity.ts";
import { Metadata } from "./metadata.ts";
import { isEmptyDatabase, migrate, type TableModule, verifyFormat } from "./migrations.ts";
import { lostLog } from "./open-mark.ts";
import { refusalOf, refusalOfFile } from "./refusal-of.ts";
import {
  busyError,
  configureSqlite,
  type Durability,
  lockForWriter,
  openSqlite,
  type SqliteDatabase,
  type StoreAccess,
  sqliteErrorCode,
} from "./sqlite.ts";
import { StoreCondition, watchStatements } from "./store-condition.ts";
import { type FoundFiles, findFiles, keepLog, StoreDamaged } from "./store-files.ts";
import { StoreRefused } from "./store-refused.ts";
import { WriteCounts } from "./write-counts.ts";

export type DatabaseOptions = ExpectedIdentity & {
  /** The database file, or `:memory:` for a store without a file. */
  readonly path: string;
  /** Defaults to `power-loss`. */
  readonly durability?: Durability;
  /** Defaults to `exclusive`. */
  readonly access?: StoreAccess;
  /** How long the check at the start may take; the rest of a large store is checked while it is in use. Default: one minute. */
  readonly checkMs?: number;
  /** Opens a damaged store to examine it. Nothing is checked, so the file must be a copy. */
  readonly unchecked?: boolean;
};

export type OpenDatabase = {
  readonly database: SqliteDatabase;
  /** Whether it can be read and written. */
  readonly condition: StoreCondition;
  /** Undefined for a store without a file. */
  readonly integrity: StoreIntegrity | undefined;
  readonly writes: WriteCounts;
  /** Prevents a second writer of a shared store. */
  readonly lock: SqliteDatabase | undefined;
};

/** Opens the database of a store with the tables of all modules, or creates it. Throws StoreRefused. */
export function openDatabase(
  options: DatabaseOptions,
  modules: readonly TableModule[],
): OpenDatabase {
  const { path, durability = "power-loss", access, checkMs = defaultCheckMs } = options;
  const lock = access === "shared" ? openLock(path) : undefined;
  const isFile = path !== ":memory:" && options.unchecked !== true;
  let database: SqliteDatabase | undefined;
  let integrity: StoreIntegrity | undefined;
  try {
    const found = isFile ? findFiles(path) : undefined;
    if (found !== undefined) verifyUnopened(path, found, access, checkMs);
    database = openSqlite(path, access);
    const opened = database;
    // The first access, which fails if another process has the store.
    readable(() => verifyFormat(opened, path));
    const isEmpty = isEmptyDatabase(database);
    if (found !== undefined) verifyFound(found, isEmpty, database, path);
    if (options.unchecked === true && isEmpty) throw new StoreDamaged(`${path} has no tables`);
    // In one transaction, and in the main file: a new store exists with all its tables or not at all.
    if (isEmpty) migrate(database, path, modules);
    configureSqlite(database, durability, access);
    const condition = new StoreCondition();
    const writes = new WriteCounts();
    integrity =
      found === undefined
        ? undefined
        : new StoreIntegrity(
            database,
            path,
            found,
            condition,
            hasOwnLog(found) ? 0 : checkMs,
            writes,
          );
    if (integrity !== undefined) database.pragma("wal_autocheckpoint = 0");
    const identity = readIdentity(new Metadata(database));
    if (identity !== undefined) verifyIdentity(identity, options, path);
    migrate(database, path, modules);
    watchStatements(database, condition);
    return { database, condition, integrity, writes, lock };
  } catch (error) {
    // With its checksums: what was moved or migrated until then is in the file.
    if (integrity !== undefined) integrity.close();
    else if (isFile && database !== undefined && isRefusal(error)) {
      // A newer version, whose store this is, would miss the log, and one of another file must not be moved. No other process has it: the format was read.
      const refused = database;
      keepLog(path, () => refused.close());
    } else database?.close();
    lock?.close();
    throw isOfFile(error) ? refusalOfFile(error, path) : refusalOf(error, path);
  }
}

export function closeDatabase({ database, integrity, lock }: OpenDatabase): void {
  if (integrity === undefined) database.close();
  else integrity.close();
  lock?.close();
}

const defaultCheckMs = 60_000;

function openLock(path: string): SqliteDatabase {
  try {
    return lockForWriter(path);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof StoreRefused || error instanceof StoreDamaged;
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

/** Throws for files that SQLite must not open, because it would move the log of another file, or delete that of an empty one. */
function verifyUnopened(
  path: string,
  found: FoundFiles,
  access: StoreAccess | undefined,
  checkMs: number,
): void {
  if (found.damage === undefined && !hasOwnLog(found)) return;
  const busy = (found.mainBytes ?? 0) > 0 ? busyError(path) : undefined;
  // Readers of a killed process may still have a shared store open.
  if (busy !== undefined && access !== "shared") throw busy;
  const deadline = performance.now() + checkMs;
  const problem = found.damage ?? problemOfMain(path, () => performance.now() < deadline);
  if (problem !== undefined) throw busy ?? new StoreDamaged(problem);
}

/** Whether a log may be moved to the main file, whose pages are then checked before that. */
function hasOwnLog({ hasSums, hasWal }: FoundFiles): boolean {
  return hasSums && hasWal;
}

/** Tables whose definition cannot be read are damaged, too. */
function readable(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (sqliteErrorCode(error) !== "SQLITE_ERROR") throw error;
    throw new StoreDamaged((error as Error).message);
  }
}

/** Throws StoreDamaged for a file that is not what a node left. */
function verifyFound(
  found: FoundFiles,
  isEmpty: boolean,
  database: SqliteDatabase,
  path: string,
): void {
  if (isEmpty && (found.mainBytes ?? 0) > 0) {
    throw new StoreDamaged(`${path} is not new and has no tables: its write-ahead log is missing`);
  }
  const problem = lostLog(found, database, path);
  if (problem !== undefined) throw new StoreDamaged(problem);
}
