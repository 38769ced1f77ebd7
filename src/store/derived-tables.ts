import type { SqliteDatabase } from "./sqlite.ts";

/**
 * Tables that do not follow from executing the blocks. Every other table does: a new one is replaced with the rest unless
 * it is listed here.
 */
const keptTables =
  /^(sqlite_.*|migrations|metadata|users|user_entries|blocks|containers_.*|container_.*|uptimes|observatory_.*|submitted_.*|proposer_tip|reader_.*)$/;

/**
 * Replaces the tables that follow from the blocks by those of a store that executed the same blocks, in one transaction.
 * `note` writes what belongs to the change. The memory of a store with this database is stale afterwards: open it again.
 */
export function replaceDerivedTables(
  database: SqliteDatabase,
  executedFile: string,
  together: (work: () => void) => void,
  note: () => void,
): void {
  database.prepare("ATTACH ? AS executed").run(executedFile);
  // They could only be checked row by row, and those of the executed store are satisfied.
  database.pragma("foreign_keys = OFF");
  try {
    together(() => {
      for (const table of derivedTables(database)) {
        database.exec(
          `DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM executed.${table}`,
        );
      }
      replaceObservedNodes(database);
      note();
    });
  } finally {
    database.pragma("foreign_keys = ON");
    database.exec("DETACH executed");
  }
}

export function derivedTables(database: SqliteDatabase): readonly string[] {
  const names = database
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  return names.filter((name) => !keptTables.test(name));
}

/** What this node observed stays, but of the validators that there are now. */
function replaceObservedNodes(database: SqliteDatabase): void {
  database.exec(
    `DELETE FROM main.uptimes WHERE (subnet_id, node_id) NOT IN (SELECT subnet_id, node_id FROM executed.uptimes);
    INSERT OR IGNORE INTO main.uptimes SELECT * FROM executed.uptimes`,
  );
}
