import pg from "pg";
import { ArchiveRefused, causeOf, translated } from "./archive-errors.ts";
import { copyIn } from "./copy-in.ts";
import { openPool } from "./open-pool.ts";
import { type ReadAll, Snapshots } from "./snapshots.ts";
import { asText, type TextRow, type Value } from "./values.ts";

const queryMs = 60_000;
/** Of a statement that may read or change a whole table. */
const longQueryMs = 24 * 3_600_000;
/** Less than the client waits: a server does not notice that its client has gone while a statement waits for a lock. */
const lockMs = 50_000;

const settings = [
  // The store deletes acknowledged containers, so they must be on disk.
  "synchronous_commit=on",
  // The client has limits of its own, and none for what takes long.
  "statement_timeout=0",
  `lock_timeout=${lockMs}`,
];

/** Runs statements on one connection. */
export type Session = {
  readonly rows: (sql: string, values?: readonly Value[]) => Promise<readonly TextRow[]>;
  /** The same without a limit of time. */
  readonly longRows: (sql: string, values?: readonly Value[]) => Promise<readonly TextRow[]>;
  /** Returns the number of rows that a statement wrote. */
  readonly write: (sql: string, values?: readonly Value[]) => Promise<number>;
  /** Inserts rows in the text format of COPY into a table with columns. */
  readonly copy: (into: string, rows: string) => Promise<void>;
};

/**
 * A pool of connections to PostgreSQL, opened on demand and reopened after failures. Error messages do not include the
 * password. Every method throws LogUnavailable if the server does not respond or returns an error, and what `prepare` throws.
 */
export class Connection {
  /** `host:port/database` */
  readonly place: string;
  readonly #pool: pg.Pool;
  readonly #snapshots: Snapshots;
  readonly #prepare: (session: Session, place: string) => Promise<void>;
  #prepared: Promise<void> | undefined;

  /** `prepare` runs in a transaction before the database is used, again until it succeeds. Throws ArchiveRefused for an invalid URL. */
  constructor(url: string, prepare: (session: Session, place: string) => Promise<void>) {
    this.place = placeOf(url);
    this.#prepare = prepare;
    this.#snapshots = new Snapshots(url, this.place);
    this.#pool = openPool(url, settings, { query_timeout: queryMs });
  }

  /** Runs `prepare` unless it has succeeded. */
  ready(): Promise<void> {
    this.#prepared ??= this.#inTransaction((session) => this.#prepare(session, this.place)).catch(
      (error: unknown) => {
        this.#prepared = undefined;
        throw error;
      },
    );
    return this.#prepared;
  }

  async rows(sql: string, values: readonly Value[] = []): Promise<readonly TextRow[]> {
    await this.ready();
    return this.#translated(() => rowsOf(this.#pool, sql, values));
  }

  /** Returns the number of rows that a statement wrote. */
  async write(sql: string, values: readonly Value[]): Promise<number> {
    await this.ready();
    const { rowCount } = await this.#translated(() => this.#pool.query(sql, [...values]));
    return rowCount ?? 0;
  }

  /** Runs statements in one transaction. */
  async transaction<T>(run: (session: Session) => Promise<T>): Promise<T> {
    await this.ready();
    return this.#inTransaction(run);
  }

  /**
   * Reads in one transaction, which sees one state of the database. Throws LogUnavailable if all of it takes longer than
   * `timeoutMs`.
   */
  snapshot<T>(run: (read: ReadAll) => Promise<T>, timeoutMs: number): Promise<T> {
    return this.#snapshots.read(run, timeoutMs);
  }

  async #inTransaction<T>(run: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#translated(() => this.#pool.connect());
    try {
      await this.#translated(() => client.query("BEGIN"));
      const result = await run({
        rows: (sql, values = []) => this.#translated(() => rowsOf(client, sql, values)),
        longRows: (sql, values = []) =>
          this.#translated(() => rowsOf(client, sql, values, longQueryMs)),
        write: (sql, values = []) =>
          this.#translated(async () => (await client.query(sql, [...values])).rowCount ?? 0),
        copy: (into, rows) => this.#translated(() => copyIn(client, into, rows)),
      });
      await this.#translated(() => client.query("COMMIT"));
      client.release();
      return result;
    } catch (error) {
      // Destroys the connection and with it the open transaction.
      client.release(true);
      throw error;
    }
  }

  close(): Promise<void> {
    return Promise.all([this.#pool.end(), this.#snapshots.close()]).then(() => {});
  }

  #translated<T>(ask: () => Promise<T>): Promise<T> {
    return translated(this.place, ask);
  }
}

/** The driver reads the files of a URL, too, and waits forever for a port that is not a number. */
function placeOf(url: string): string {
  try {
    const { host, port, database } = new pg.Client({ connectionString: url });
    if (!(port > 0 && port < 65_536)) throw new Error("its port is not between 1 and 65535");
    return `${host}:${port}/${database}`;
  } catch (error) {
    throw new ArchiveRefused(`--db-url is invalid: ${causeOf(error)}`);
  }
}

type ArrayQuery = pg.QueryArrayConfig<Value[]> & { readonly query_timeout?: number };

async function rowsOf(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  values: readonly Value[],
  timeoutMs?: number,
): Promise<readonly TextRow[]> {
  const query: ArrayQuery = {
    text: sql,
    values: [...values],
    rowMode: "array",
    types: asText,
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
  };
  const { rows } = await target.query<string[]>(query);
  return rows;
}
