import { type IndexPath, indexPaths } from "../container-log.ts";
import { ArchiveRefused } from "./archive-errors.ts";
import { archiveTable } from "./archive-tables.ts";
import { ArchivedContainers } from "./archived-containers.ts";
import { Connection, type Session } from "./connection.ts";
import { type ArchiveOwner, claim } from "./owner.ts";

/** The container logs of a store in PostgreSQL: the older containers of each, or all of them. */
export class Archive {
  readonly logs: Readonly<Record<IndexPath, ArchivedContainers>>;
  /** For what else is in the database. */
  readonly connection: Connection;
  readonly #owner: ArchiveOwner;

  private constructor(connection: Connection, owner: ArchiveOwner) {
    this.connection = connection;
    this.#owner = owner;
    const logs = indexPaths.map(
      (path) => [path, new ArchivedContainers(connection, path)] as const,
    );
    this.logs = Object.fromEntries(logs) as Record<IndexPath, ArchivedContainers>;
  }

  /**
   * The archive at a URL. Before it is used, its tables are migrated, it is claimed for this store if it is new, and
   * `verify` may refuse it. Nothing connects before.
   */
  static at(
    url: string,
    owner: ArchiveOwner,
    verify: (counts: ArchivedCounts) => void = () => {},
  ): Archive {
    const connection = new Connection(url, async (session, place) => {
      await claim(session, place, owner);
      verify(await countsOf(session));
    });
    return new Archive(connection, owner);
  }

  /** Connects, unless it has. Throws LogUnavailable, ArchiveRefused, and what `verify` throws. */
  ready(): Promise<void> {
    return this.connection.ready();
  }

  /** `host:port/database` */
  get place(): string {
    return this.connection.place;
  }

  /**
   * Appends a JSON list of containers, all or none. Throws LogUnavailable, and ArchiveRefused if the log does not end at
   * `first` or the database belongs to another store.
   */
  async append(path: IndexPath, first: bigint, count: number, json: string): Promise<void> {
    const table = archiveTable(path);
    const written = await this.connection.write(
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
    await this.connection.write(sql, [end, this.#owner.storeID]);
  }

  /** The ID of the store that owns the archive. */
  get storeID(): string {
    return this.#owner.storeID;
  }

  /** Another program has written to the database, or it was replaced by an older copy. */
  notAsLeft(path: IndexPath, end: bigint): ArchiveRefused {
    return new ArchiveRefused(
      `The database ${this.place} has changed since this node last wrote it: its ${path} does not end before container ${end}.`,
    );
  }

  /** Throws LogUnavailable if the server does not respond. */
  async ping(): Promise<void> {
    await this.connection.rows("SELECT 1");
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** How many containers of each index a database has. */
export type ArchivedCounts = Readonly<Record<IndexPath, bigint>>;

async function countsOf({ rows }: Session): Promise<ArchivedCounts> {
  const counts: [IndexPath, bigint][] = [];
  for (const path of indexPaths) {
    const [row] = await rows(`SELECT coalesce(max(position) + 1, 0) FROM ${archiveTable(path)}`);
    counts.push([path, BigInt(row![0]!)]);
  }
  return Object.fromEntries(counts) as ArchivedCounts;
}
