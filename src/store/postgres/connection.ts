import pg from "pg";
import { LogUnavailable } from "../container-log.ts";
import { causeOf } from "./archive-errors.ts";

const connectionsMax = 8;
const connectMs = 5_000;
const queryMs = 60_000;
const idleMs = 60_000;

/** A parameter of a statement. */
export type Value = string | number | bigint | readonly string[];

/** A row of text values. */
export type TextRow = readonly string[];

/** Runs statements on one connection. */
export type Session = {
  readonly rows: (sql: string, values?: readonly Value[]) => Promise<readonly TextRow[]>;
};

/**
 * A pool of connections to PostgreSQL, opened on demand and reopened after failures. Error messages do not include the
 * password. Every method throws LogUnavailable if the server does not respond or returns an error.
 */
export class Connection {
  /** `host:port/database` */
  readonly place: string;
  readonly #pool: pg.Pool;

  constructor(url: string) {
    const { host, port, database } = new pg.Client({ connectionString: url });
    this.place = `${host}:${port}/${database}`;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: connectMs,
      query_timeout: queryMs,
      idleTimeoutMillis: idleMs,
      keepAlive: true,
      allowExitOnIdle: true,
      application_name: "couloir",
      // The store deletes acknowledged containers, so they must be on disk.
      options: "-c synchronous_commit=on",
    });
    // The pool replaces an idle connection that fails.
    this.#pool.on("error", () => {});
  }

  async rows(sql: string, values: readonly Value[] = []): Promise<readonly TextRow[]> {
    return this.#translated(() => rowsOf(this.#pool, sql, values));
  }

  /** Returns the number of rows that a statement wrote. */
  async write(sql: string, values: readonly Value[]): Promise<number> {
    const { rowCount } = await this.#translated(() => this.#pool.query(sql, [...values]));
    return rowCount ?? 0;
  }

  /** Runs statements in one transaction. */
  async transaction(run: (session: Session) => Promise<void>): Promise<void> {
    const client = await this.#translated(() => this.#pool.connect());
    try {
      await this.#translated(() => client.query("BEGIN"));
      await run({
        rows: (sql, values = []) => this.#translated(() => rowsOf(client, sql, values)),
      });
      await this.#translated(() => client.query("COMMIT"));
      client.release();
    } catch (error) {
      // Destroys the connection and with it the open transaction.
      client.release(true);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #translated<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new LogUnavailable(`PostgreSQL at ${this.place}: ${causeOf(error)}`, { cause: error });
    }
  }
}

type ArrayQuery = pg.QueryArrayConfig<Value[]>;

async function rowsOf(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  values: readonly Value[],
): Promise<readonly TextRow[]> {
  const query: ArrayQuery = { text: sql, values: [...values], rowMode: "array", types: asText };
  const { rows } = await target.query<string[]>(query);
  return rows;
}

const asText = { getTypeParser: () => (value: string) => value };
