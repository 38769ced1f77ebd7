import { applicationID, type SqliteDatabase } from "./sqlite.ts";
import { StoreRefused } from "./store-refused.ts";

/**
 * The tables of one module. Each migration is SQL that runs once, in order; its number is its position in the list plus
 * one. Never edit a released migration: add a new one at the end.
 */
export type TableModule = { readonly name: string; readonly migrations: readonly string[] };

/** Increase it when older versions would misread the files of this one. */
export const storeFormat = 1;

/** What a refusal names as the way out if the store itself cannot be used. */
export const anotherStore = "choose another --data-dir";

/** Migrates the tables of every module in one transaction. Throws StoreRefused for a newer file. */
export function migrate(
  database: SqliteDatabase,
  path: string,
  modules: readonly TableModule[],
  wayOut = anotherStore,
): void {
  database.transaction(() => {
    if (isEmptyDatabase(database)) createFormat(database);
    for (const module of modules) migrateModule(database, path, module, wayOut);
  })();
}

/** Throws StoreRefused for a file that is neither new nor readable by this program. Does not write. */
export function verifyFormat(database: SqliteDatabase, path: string, wayOut = anotherStore): void {
  const found = database.pragma("application_id", { simple: true });
  const format = Number(database.pragma("user_version", { simple: true }));
  if (isEmptyDatabase(database)) return;
  if (found !== applicationID) {
    throw new StoreRefused(
      "not-a-store",
      `${path} is a SQLite database of another program (application_id ${found}), not a Couloir store (${applicationID}): ${wayOut}.`,
    );
  }
  if (format > storeFormat) {
    throw new StoreRefused(
      "newer-version",
      `${path} has store format ${format}, but this program knows formats up to ${storeFormat} only. Run the newer version that wrote it, or ${wayOut}.`,
    );
  }
}

export function isEmptyDatabase(database: SqliteDatabase): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema").pluck().get() === undefined;
}

function createFormat(database: SqliteDatabase): void {
  database.pragma(`application_id = ${applicationID}`);
  database.pragma(`user_version = ${storeFormat}`);
  database.exec(
    "CREATE TABLE migrations (module TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  );
}

function migrateModule(
  database: SqliteDatabase,
  path: string,
  module: TableModule,
  wayOut: string,
): void {
  const applied = (database
    .prepare("SELECT number FROM migrations WHERE module = ?")
    .pluck()
    .get(module.name) ?? 0) as number;
  const known = module.migrations.length;
  if (applied > known) {
    throw new StoreRefused(
      "newer-version",
      `${path} has migration ${applied} of its ${module.name} tables, but this program knows only ${known}. Run the newer version that wrote it, or ${wayOut}.`,
    );
  }
  if (applied === known) return;
  for (const sql of module.migrations.slice(applied)) database.exec(sql);
  database
    .prepare("INSERT OR REPLACE INTO migrations (module, number) VALUES (?, ?)")
    .run(module.name, known);
}
