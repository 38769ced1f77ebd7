import { type ExpectedIdentity, readIdentity, verifyIdentity } from "./identity.ts";
import { Metadata } from "./metadata.ts";
import { migrate, type TableModule, verifyFormat } from "./migrations.ts";
import { openSqlite, type SqliteDatabase, sqliteErrorCode } from "./sqlite.ts";
import { StoreRefused } from "./store-refused.ts";

/** Bytes 18 and 19 of a SQLite file: 1 if it has no WAL. A database in memory cannot have one. */
const journalVersionsAt = 18;

/** The database as the bytes of a SQLite file, including uncommitted writes. */
export function writeImage(database: SqliteDatabase): Uint8Array {
  const image = database.serialize();
  image.fill(1, journalVersionsAt, journalVersionsAt + 2);
  return image;
}

const name = "The state";
const wayOut = "load another state";

/** A verified image of this program and network, with migrated tables. */
export type StoreImage = {
  readonly metadata: Metadata;
  readonly copyTo: (database: SqliteDatabase) => void;
  readonly close: () => void;
};

/** Throws StoreRefused. */
export function openImage(
  image: Uint8Array,
  modules: readonly TableModule[],
  expected: ExpectedIdentity,
): StoreImage {
  const database = openSqlite(Buffer.from(image));
  try {
    verifyFormat(database, name, wayOut);
    const problem = database.pragma("quick_check(1)", { simple: true });
    if (problem !== "ok") throw unreadable(problem);
    migrate(database, name, modules, wayOut);
    const metadata = new Metadata(database);
    const identity = readIdentity(metadata);
    if (identity === undefined)
      throw new StoreRefused("not-a-store", `${name} has no genesis: ${wayOut}.`);
    verifyIdentity(identity, expected, name, wayOut);
    return {
      metadata,
      copyTo: (target) => copyTables(database, target),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    if (sqliteErrorCode(error) !== "SQLITE_NOTADB") throw unreadable(error);
    const message = `${name} is not a SQLite database: ${wayOut}.`;
    throw new StoreRefused("not-a-store", message, { cause: error });
  }
}

/** A refusal as it is, anything else as one of contents that cannot be read. */
export function unreadable(error: unknown): StoreRefused {
  if (error instanceof StoreRefused) return error;
  const problem = error instanceof Error ? error.message : String(error);
  const message = `${name} has contents that cannot be read: ${problem}. Dump it again, or use another copy.`;
  return new StoreRefused("damaged", message, { cause: error });
}

/** Deletes all rows but keeps the tables and their migrations. Call it within a transaction. */
export function emptyTables(database: SqliteDatabase): void {
  database.pragma("defer_foreign_keys = ON");
  // A deleted row is looked up in the tables that refer to it, which come later and have no index for that.
  for (const table of tablesOf(database).reverse()) database.exec(`DELETE FROM ${table}`);
}

function copyTables(from: SqliteDatabase, to: SqliteDatabase): void {
  to.pragma("defer_foreign_keys = ON");
  for (const table of tablesOf(to)) {
    const rows = from.prepare(`SELECT * FROM ${table}`).raw().safeIntegers();
    const places = rows.columns().map(() => "?");
    const insert = to.prepare(`INSERT INTO ${table} VALUES (${places.join(", ")})`);
    for (const row of readable(rows.iterate() as Iterable<unknown[]>)) insert.run(...row);
  }
}

/** The errors of the image must not look like those of the store that it is copied to. */
function* readable(rows: Iterable<unknown[]>): Generator<unknown[]> {
  try {
    yield* rows;
  } catch (error) {
    throw unreadable(error);
  }
}

/** The tables of a migrated database. */
function tablesOf(database: SqliteDatabase): string[] {
  return database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    .pluck()
    .all() as string[];
}
