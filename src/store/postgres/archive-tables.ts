import { indexPaths } from "../container-log.ts";
import {
  crossingObjectsMigration,
  crossingsMigration,
  ledgerMigration,
  validatorTermsMigration,
} from "./ledger-tables.ts";

/**
 * SQL that runs once, in order; the number of a migration is its position in the list plus one. Never edit a released
 * one: add a new one at the end. `bytes` includes the checksum, so the server can format containers without computing
 * it. `accepted_at` is text, because a timestamptz has no nanoseconds.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE couloir_index (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    migration integer NOT NULL,
    store_id text NOT NULL,
    network text NOT NULL
  );
  ${indexPaths
    .map(
      (path) => `
  CREATE TABLE ${archiveTable(path)} (
    position bigint PRIMARY KEY,
    id text NOT NULL,
    bytes bytea NOT NULL,
    accepted_at text NOT NULL
  );
  -- Hex does not compress, and what is random neither.
  ALTER TABLE ${archiveTable(path)} ALTER COLUMN bytes SET STORAGE EXTERNAL;
  -- A quarter of the size that a tree of such texts has.
  CREATE INDEX ON ${archiveTable(path)} USING hash (id);`,
    )
    .join("\n")}`,
  ledgerMigration,
  crossingsMigration,
  crossingObjectsMigration,
  validatorTermsMigration,
];

export function archiveTable(path: (typeof indexPaths)[number]): string {
  return `containers_${path.toLowerCase().replace("/", "_")}`;
}
