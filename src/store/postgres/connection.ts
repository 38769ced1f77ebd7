import pg from "pg";
import { LogUnavailable } from "../container-log.ts";
import { causeOf } from "./archive-errors.ts";

const connectionsMax = 8;
const connectMs = 5_000;
const queryMs = 60_000;
const idleMs = 60_000;

/** A value that a statement takes. */
export type Value = string | number | bigint | readonly string[];

/** A row, each value as its text. */
export type TextRow = readonly string[];

/** Runs statements, all on one connection. */
export type Session = {
  readonly rows: (sql: string, values?: readonly Value[]) => Promise<readonly TextRow[]>;
};

/**
 * Connections to one PostgreSQL, made when they are needed and again after they broke. No text of it names the
 * password. Every method throws LogUnavailable where the server gives no answer or an error.
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
      // What is acknowledged is deleted elsewhere, so it must be on the disk.
      options: "-c synchronous_commit=on",
    });
    // A connection that breaks while nobody uses it is replaced when the next is needed.
    this.#pool.on("error", () => {});
  }

  async rows(sql: string, values: readonly Value[] = []): Promise<readonly TextRow[]> {
    return this.#telling(() => rowsOf(this.#pool, sql, values));
  }

  /** Number of rows that a statement wrote. */
  async write(sql: string, values: readonly Value[]): Promise<number> {
    const { rowCount } = await this.#telling(() => this.#pool.query(sql, [...values]));
    return rowCount ?? 0;
  }

  /** Runs statements of which all happen or none. */
  async transaction(run: (session: Session) => Promise<void>): Promise<void> {
    const client = await this.#telling(() => this.#pool.connect());
    try {
      await this.#telling(() => client.query("BEGIN"));
      await run({ rows: (sql, values = []) => this.#telling(() => rowsOf(client, sql, values)) });
      await this.#telling(() => client.query("COMMIT"));
      client.release();
    } catch (error) {
      // It ends with what it had open.
      client.release(true);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #telling<T>(ask: () => Promise<T>): Promise<T> {
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
