import pg from "pg";
import { LogUnavailable } from "../container-log.ts";
import { causeOf } from "./archive-errors.ts";
import { copyIn } from "./copy-in.ts";

const connectionsMax = 8;
const connectMs = 5_000;
const queryMs = 60_000;
/** Of a statement that may read or change a whole table. */
const longQueryMs = 24 * 3_600_000;
const idleMs = 60_000;

/** A parameter of a statement. */
export type Value = string | number | bigint | null | readonly string[];

/** A row of text values. */
export type TextRow = readonly string[];

/** Rows of text values, with the names and PostgreSQL's type numbers of their columns. */
export type TypedRows = {
  readonly names: readonly string[];
  readonly types: readonly number[];
  readonly rows: readonly (readonly (string | null)[])[];
};

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
  readonly #prepare: (session: Session, place: string) => Promise<void>;
  #prepared: Promise<void> | undefined;

  /** `prepare` runs in a transaction before the database is used, again until it succeeds. */
  constructor(url: string, prepare: (session: Session, place: string) => Promise<void>) {
    const { host, port, database } = new pg.Client({ connectionString: url });
    this.place = `${host}:${port}/${database}`;
    this.#prepare = prepare;
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
    // The pool replaces an idle connection that fails. Any other fails its statement, or the next one: without a listener,
    // one that breaks between two statements would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
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
  async snapshot<T>(
    run: (read: (sql: string, values: readonly Value[]) => Promise<TypedRows>) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    const ended = new AbortController();
    const timeout = setTimeout(() => ended.abort(), timeoutMs);
    try {
      return await this.#inSnapshot(run, ended.signal);
    } finally {
      clearTimeout(timeout);
    }
  }

  async #inSnapshot<T>(
    run: (read: (sql: string, values: readonly Value[]) => Promise<TypedRows>) => Promise<T>,
    ended: AbortSignal,
  ): Promise<T> {
    const connecting = this.#pool.connect();
    let client: pg.PoolClient;
    try {
      client = await this.#translated(() => untilAborted(connecting, ended));
    } catch (error) {
      connecting.then((late) => late.release()).catch(() => {});
      throw error;
    }
    try {
      const query = (sql: string) => this.#translated(() => untilAborted(client.query(sql), ended));
      await query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const result = await run((sql, values) =>
        this.#translated(() => untilAborted(typedRowsOf(client, sql, values), ended)),
      );
      await query("COMMIT");
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
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

async function typedRowsOf(
  client: pg.PoolClient,
  sql: string,
  values: readonly Value[],
): Promise<TypedRows> {
  const query: ArrayQuery = { text: sql, values: [...values], rowMode: "array", types: asText };
  const { fields, rows } = await client.query<(string | null)[]>(query);
  return {
    names: fields.map(({ name }) => name),
    types: fields.map(({ dataTypeID }) => dataTypeID),
    rows,
  };
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("it took too long"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

const asText = { getTypeParser: () => (value: string) => value };

/** The text of bytea. */
export function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.slice(2), "hex");
}
