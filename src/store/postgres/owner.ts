import { ArchiveRefused } from "./archive-errors.ts";
import { migrations } from "./archive-tables.ts";
import type { Session } from "./connection.ts";

/** The store that a database belongs to. */
export type ArchiveOwner = {
  /** A random ID of the store. */
  readonly storeID: string;
  readonly network: string;
  /** Whether the store has already moved containers to its archive, so that it must exist. */
  readonly hasArchived: boolean;
};

/** The advisory lock ("Coul" twice) that lets one session at a time set up the tables. */
const setUpLock = 0x436f756c436f756cn;

/** Migrates the tables of a database, and claims it for a store if it is new. Throws ArchiveRefused. */
export async function claim(
  { rows, longRows }: Session,
  place: string,
  owner: ArchiveOwner,
): Promise<void> {
  await rows("SELECT pg_advisory_xact_lock($1)", [setUpLock]);
  const [[exists]] = (await rows("SELECT to_regclass('couloir_index') IS NOT NULL")) as [[string]];
  if (exists === "f") {
    if (owner.hasArchived) {
      throw new ArchiveRefused(
        `The database ${place} is empty, but this node has already moved containers to another one. Use the --db-url of that database.`,
      );
    }
    await migrateFrom(0, longRows);
    await rows("INSERT INTO couloir_index (migration, store_id, network) VALUES ($1, $2, $3)", [
      migrations.length,
      owner.storeID,
      owner.network,
    ]);
    return;
  }
  const [row] = await rows("SELECT migration, store_id, network FROM couloir_index");
  if (row === undefined) {
    throw new ArchiveRefused(
      `The table couloir_index of the database ${place} has no row, so nothing says whose it is. Restore the database, or use another --db-url.`,
    );
  }
  const [migration, storeID, network] = row;
  if (Number(migration) > migrations.length) {
    throw new ArchiveRefused(
      `The database ${place} has migration ${migration}, but this program knows only ${migrations.length}. Run the newer version that wrote it.`,
    );
  }
  if (network !== owner.network) {
    throw new ArchiveRefused(
      `The database ${place} belongs to network ${network}, but this node runs ${owner.network}. Use another --db-url.`,
    );
  }
  if (storeID !== owner.storeID) {
    throw new ArchiveRefused(
      `The database ${place} belongs to another node's store. Use another --db-url, or the --data-dir that it belongs to.`,
    );
  }
  await migrateFrom(Number(migration), longRows);
  await rows("UPDATE couloir_index SET migration = $1", [migrations.length]);
}

async function migrateFrom(applied: number, rows: Session["rows"]): Promise<void> {
  for (const sql of migrations.slice(applied)) await rows(sql);
}
