import { type IndexPath, indexPaths } from "../container-log.ts";
import { ArchiveRefused } from "./archive-errors.ts";
import { archiveTable, migrations } from "./archive-tables.ts";
import { ArchivedContainers } from "./archived-containers.ts";
import { Connection, type Session } from "./connection.ts";

/** The store that an index database belongs to. */
export type ArchiveOwner = {
  /** A random ID of the store. */
  readonly storeID: string;
  readonly network: string;
  /** Whether the store has already moved containers to its archive, so that it must exist. */
  readonly hasArchived: boolean;
};

/** The advisory lock ("Coul" twice) that lets one session at a time set up the tables. */
const setUpLock = 0x436f756c436f756cn;

/** The container logs of a store in PostgreSQL: the older containers of each, or all of them. */
export class Archive {
  readonly logs: Readonly<Record<IndexPath, ArchivedContainers>>;
  readonly #connection: Connection;
  readonly #owner: ArchiveOwner;

  private constructor(connection: Connection, owner: ArchiveOwner) {
    this.#connection = connection;
    this.#owner = owner;
    const logs = indexPaths.map(
      (path) => [path, new ArchivedContainers(connection, path)] as const,
    );
    this.logs = Object.fromEntries(logs) as Record<IndexPath, ArchivedContainers>;
  }

  /**
   * Opens the archive at a URL, migrates its tables, and claims it for this store if it is new. Throws LogUnavailable and
   * ArchiveRefused.
   */
  static async open(url: string, owner: ArchiveOwner): Promise<Archive> {
    const connection = new Connection(url);
    try {
      await connection.transaction((session) => setUp(session, connection.place, owner));
    } catch (error) {
      await connection.close();
      throw error;
    }
    return new Archive(connection, owner);
  }

  /** `host:port/database` */
  get place(): string {
    return this.#connection.place;
  }

  /**
   * Appends a JSON list of containers, all or none. Throws LogUnavailable, and ArchiveRefused if the log does not end at
   * `first` or the database belongs to another store.
   */
  async append(path: IndexPath, first: bigint, count: number, json: string): Promise<void> {
    const table = archiveTable(path);
    const written = await this.#connection.write(
      `INSERT INTO ${table} (position, id, bytes, accepted_at)
       SELECT index, id, decode(substr(bytes, 3), 'hex'), timestamp
       FROM json_to_recordset($1::json) AS x(index bigint, id text, bytes text, timestamp text)
       WHERE (SELECT coalesce(max(position) + 1, 0) FROM ${table}) = $2
         AND EXISTS (SELECT 1 FROM couloir_index WHERE store_id = $3)`,
      [json, first, this.#owner.storeID],
    );
    if (written === count) return;
    throw this.notAsLeft(path, first);
  }

  /** Removes the containers from an index on. Throws LogUnavailable. */
  async truncate(path: IndexPath, end: bigint): Promise<void> {
    const sql = `DELETE FROM ${archiveTable(path)} WHERE position >= $1 AND EXISTS (SELECT 1 FROM couloir_index WHERE store_id = $2)`;
    await this.#connection.write(sql, [end, this.#owner.storeID]);
  }

  /** The ID of the store that owns the archive. */
  get storeID(): string {
    return this.#owner.storeID;
  }

  /** Another program has written to the database, or it was replaced by an older copy. */
  notAsLeft(path: IndexPath, end: bigint): ArchiveRefused {
    return new ArchiveRefused(
      `The index database ${this.place} is not as this node left it: its ${path} does not end before container ${end}.`,
    );
  }

  /** Throws LogUnavailable if the server does not respond. */
  async ping(): Promise<void> {
    await this.#connection.rows("SELECT 1");
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

async function setUp({ rows }: Session, place: string, owner: ArchiveOwner): Promise<void> {
  await rows("SELECT pg_advisory_xact_lock($1)", [setUpLock]);
  const [[exists]] = (await rows("SELECT to_regclass('couloir_index') IS NOT NULL")) as [[string]];
  if (exists === "f") {
    if (owner.hasArchived) {
      throw new ArchiveRefused(
        `The index database ${place} is empty, but this node has moved containers to its index database. Give the --index-db-url of that one.`,
      );
    }
    await migrateFrom(0, rows);
    await rows("INSERT INTO couloir_index (migration, store_id, network) VALUES ($1, $2, $3)", [
      migrations.length,
      owner.storeID,
      owner.network,
    ]);
    return;
  }
  const [row] = await rows("SELECT migration, store_id, network FROM couloir_index");
  const [migration, storeID, network] = row ?? ["0", "", ""];
  if (Number(migration) > migrations.length) {
    throw new ArchiveRefused(
      `The index database ${place} has migration ${migration}, this program knows ${migrations.length}. Run the newer version that wrote it.`,
    );
  }
  if (network !== owner.network) {
    throw new ArchiveRefused(
      `The index database ${place} is of network ${network}, this node of ${owner.network}. Give another --index-db-url.`,
    );
  }
  if (storeID !== owner.storeID) {
    throw new ArchiveRefused(
      `The index database ${place} belongs to another node's store. Give another --index-db-url, or the --data-dir that it belongs to.`,
    );
  }
  await migrateFrom(Number(migration), rows);
  await rows("UPDATE couloir_index SET migration = $1", [migrations.length]);
}

async function migrateFrom(applied: number, rows: Session["rows"]): Promise<void> {
  for (const sql of migrations.slice(applied)) await rows(sql);
}
