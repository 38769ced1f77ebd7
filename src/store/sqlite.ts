import Sqlite from "better-sqlite3";
import { type BytesKey, keyOf } from "../formats/bytes.ts";

export type SqliteDatabase = Sqlite.Database;
export type SqliteStatement = Sqlite.Statement;

/**
 * What an acknowledged write survives. `power-loss`: every commit waits for the disk. `crash`: the end
 * of this process at any instant, but the machine's may take the last commits, in order, never half a one.
 */
export type Durability = "power-loss" | "crash";

/** "Coul": what the file command and other tools know a store by. */
export const applicationID = 0x436f756c;

const pageCacheKibibytes = 8 * 1024;

/** Checkpoints move pages to the main file; the rarer they are, the more writes of a page are one. */
const checkpointPages = 4000;
const walBytesMax = 32 * 1024 * 1024;

/** Opens or creates a database that only this process may use. `:memory:` is one without a file, as is one of bytes. */
export function openSqlite(path: string | Buffer): SqliteDatabase {
  const database = new Sqlite(path, { timeout: 0 });
  // A second process would not see what this one holds in memory; and no lock is taken for a read.
  database.pragma("locking_mode = EXCLUSIVE");
  return database;
}

/** Settings of a database that is known to be ours: the first one changes the file. */
export function configureSqlite(database: SqliteDatabase, durability: Durability): void {
  database.pragma("journal_mode = WAL");
  database.pragma(`synchronous = ${durability === "power-loss" ? "FULL" : "NORMAL"}`);
  database.pragma("foreign_keys = ON");
  database.pragma("trusted_schema = OFF");
  database.pragma("temp_store = MEMORY");
  database.pragma(`cache_size = -${pageCacheKibibytes}`);
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  database.pragma(`journal_size_limit = ${walBytesMax}`);
}

export function sqliteErrorCode(error: unknown): string | undefined {
  return error instanceof Sqlite.SqliteError ? error.code : undefined;
}

/** SQLite's integers are signed: the upper half of uint64 is stored as negative numbers. */
export function toInteger(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** What `toInteger` stored, read by a statement in safeIntegers mode. */
export function fromInteger(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

const maxInteger = 0x7fff_ffff_ffff_ffffn;

/** A time to compare with others: beyond SQLite's integers all are the end of time. */
export function toComparableTime(value: bigint): bigint {
  return value > maxInteger ? maxInteger : value;
}

/** Shares equal byte strings among what is kept in memory; small ones then live in the heap itself. */
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
