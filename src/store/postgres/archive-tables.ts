import { indexPaths } from "../container-log.ts";

/**
 * SQL that runs once, in order; its number is its place in the list plus one. What was released is never edited: a change is
 * a new migration at the end. `bytes` ends with the checksum that its hex ends with, so that the server
 * writes the JSON of a container without computing anything; `accepted_at` is its text, finer than what a timestamptz holds.
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
];

export function archiveTable(path: (typeof indexPaths)[number]): string {
  return `containers_${path.toLowerCase().replace("/", "_")}`;
}
