import { existsSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { type BytesKey, keyOf } from "../formats/bytes.ts";
import { sqliteDriver, withDriver } from "./driver.ts";

export type SqliteDatabase = Sqlite.Database;
export type SqliteStatement = Sqlite.Statement;

/**
 * The failures that an acknowledged write survives. `power-loss`: every commit waits for the disk. `crash`: writes
 * survive a crash of the process; a crash of the machine may lose the last commits, but never half a commit.
 */
export type Durability = "power-loss" | "crash";

/** "Coul": identifies a store to `file` and other tools. */
export const applicationID = 0x436f756c;

const pageCacheKibibytes = 8 * 1024;

/** The operating system caches the pages for all readers. */
const readerCacheKibibytes = 2 * 1024;

/** Rarer checkpoints write each changed page to the main file less often. */
export const checkpointPages = 4000;
const walBytesMax = 32 * 1024 * 1024;

/** How long a lock of another process of this node is awaited. */
const sharedTimeoutMs = 5_000;

/** The same while opening: the readers of a killed process may still be exiting, or another node has the file open. */
const openMs = 1_000;

/** `exclusive`: for this process only. `shared`: other processes of this node read the file. */
export type StoreAccess = "exclusive" | "shared";

/** Opens or creates a database. `:memory:` and a Buffer have no file. */
export function openSqlite(
  path: string | Buffer,
  access: StoreAccess = "exclusive",
): SqliteDatabase {
  const database = openFile(path, { timeout: openMs });
  if (access === "shared") return database;
  // A second process would not see this one's memory. Exclusive mode also avoids a lock for every read.
  database.pragma("locking_mode = EXCLUSIVE");
  return database;
}

const writerLockFile = (path: string) => `${path}-writer`;

/** A connection with the driver's own settings. */
export function openFile(path: string | Buffer, options: Sqlite.Options): SqliteDatabase {
  const Driver = sqliteDriver();
  return withDriver(() => new Driver(path, options));
}

/** Locks a shared database against a second writer until it is closed, also by the end of the process. Throws SQLITE_BUSY. */
export function lockForWriter(path: string): SqliteDatabase {
  const lock = openFile(writerLockFile(path), { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE; COMMIT");
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * SQLITE_BUSY if another process has a database open. It changes no file: a usual connection moves or deletes the log
 * that it finds, also a damaged one.
 */
export function busyError(path: string): Error | undefined {
  try {
    const database = openFile(path, { readonly: true, timeout: openMs });
    try {
      database.pragma("locking_mode = EXCLUSIVE");
      database.pragma("application_id");
    } finally {
      database.close();
    }
  } catch (error) {
    if (sqliteErrorCode(error) === "SQLITE_BUSY") return error as Error;
  }
  return undefined;
}

/** As `busyError`, also for a database that the processes of a node share. */
export function inUseError(path: string): Error | undefined {
  const lock = writerLockFile(path);
  return busyError(path) ?? (existsSync(lock) ? busyError(lock) : undefined);
}

/** Opens a database that another process of this node writes. */
export function openSqliteReader(path: string): SqliteDatabase {
  const database = openFile(path, { readonly: true, timeout: sharedTimeoutMs });
  database.pragma("trusted_schema = OFF");
  database.pragma("temp_store = MEMORY");
  database.pragma(`cache_size = -${readerCacheKibibytes}`);
  return database;
}

/** Call it only for a Couloir database: the first setting changes the file. */
export function configureSqlite(
  database: SqliteDatabase,
  durability: Durability,
  access: StoreAccess = "exclusive",
): void {
  database.pragma(`busy_timeout = ${access === "shared" ? sharedTimeoutMs : 0}`);
  database.pragma("journal_mode = WAL");
  database.pragma(`synchronous = ${durability === "power-loss" ? "FULL" : "NORMAL"}`);
  database.pragma("foreign_keys = ON");
  database.pragma("trusted_schema = OFF");
  database.pragma("temp_store = MEMORY");
  database.pragma(`cache_size = -${pageCacheKibibytes}`);
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  database.pragma(`journal_size_limit = ${walBytesMax}`);
}

/**
 * LIMIT with a parameter. SQLite looks at the value of a bare `LIMIT ?` while it plans, and therefore compiles the statement
 * again at each run: 27 us where reading a row takes 6.
 */
export const limitParameter = "LIMIT ? + 0";

/** Another process of this node still reads an older part of the log. */
export class LogInUse extends Error {
  override readonly name = "LogInUse";
}

/** Moves all pages of the write-ahead log to the main file, and returns how many frames the log had. Throws LogInUse. */
export function checkpoint(database: SqliteDatabase, mode: "PASSIVE" | "TRUNCATE"): number {
  const [row] = database.pragma(`wal_checkpoint(${mode})`) as [
    { readonly busy: number; readonly log: number; readonly checkpointed: number },
  ];
  if (row.busy !== 0 || row.log !== row.checkpointed) {
    throw new LogInUse("the write-ahead log could not be moved to the main file");
  }
  return row.log;
}

/** How many frames of the write-ahead log are committed. Call it outside of transactions. */
export function walFrames(database: SqliteDatabase): number {
  const [row] = database.pragma("wal_checkpoint(NOOP)") as [{ readonly log: number }];
  return row.log;
}

export function sqliteErrorCode(error: unknown): string | undefined {
  const { name, code } = Object(error) as { readonly name?: string; readonly code?: string };
  return name === "SqliteError" ? code : undefined;
}

/** The error of a full disk. */
export function diskFull(message: string): Error {
  const { SqliteError } = sqliteDriver();
  return new SqliteError(message, "SQLITE_FULL");
}

/** SQLite's integers are signed: the upper half of uint64 maps to negative numbers. */
export function toInteger(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** The inverse of `toInteger`, for statements in safeIntegers mode. */
export function fromInteger(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

const maxInteger = 0x7fff_ffff_ffff_ffffn;

/** A time for comparisons in SQL, limited to the greatest signed integer. */
export function toComparableTime(value: bigint): bigint {
  return value > maxInteger ? maxInteger : value;
}

/** Returns the same object for equal byte strings, which saves memory. */
export class BytesInterner {
  readonly #known = new Map<BytesKey, Uint8Array>();

  intern(bytes: Uint8Array): Uint8Array {
    const key = keyOf(bytes);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = new Uint8Array(bytes);
      this.#known.set(key, known);
    }
    return known;
  }
}
