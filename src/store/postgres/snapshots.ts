import type pg from "pg";
import { sha256 } from "../../crypto/hash.ts";
import { translated } from "./archive-errors.ts";
import { openPool } from "./open-pool.ts";
import { asText, type TypedRows, type Value } from "./values.ts";

const commitMs = 5_000;
/** PostgreSQL keeps what it knows of each in every connection. */
const preparedMax = 256;

/**
 * The statements of the ledger read along indexes, as in SQLite. Joins by sorting or hashing read whole tables if PostgreSQL
 * takes a page for a larger part of a list than it is, and values do not decide, so each statement is planned once.
 */
const settings = [
  "enable_mergejoin=off",
  "enable_hashjoin=off",
  "enable_bitmapscan=off",
  "enable_seqscan=off",
  "max_parallel_workers_per_gather=0",
  "plan_cache_mode=force_generic_plan",
  "jit=off",
];

/** A statement with the values of its parameters. */
export type Statement = { readonly sql: string; readonly values: readonly Value[] };

/** Runs statements of one snapshot in a single round trip, and returns the rows of each. */
export type ReadAll = (statements: readonly Statement[]) => Promise<readonly TypedRows[]>;

/** Reads states of a database, on connections of its own. Throws LogUnavailable if the server does not respond or returns an error. */
export class Snapshots {
  readonly #pool: pg.Pool;
  readonly #place: string;
  /** The names of the statements that a connection has prepared. */
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>();

  constructor(url: string, place: string) {
    this.#place = place;
    this.#pool = openPool(url, settings, { pipeline: true });
  }

  /** Reads in one transaction, which sees one state of the database. Throws LogUnavailable if it takes longer than `timeoutMs`. */
  async read<T>(run: (read: ReadAll) => Promise<T>, timeoutMs: number): Promise<T> {
    const ended = new AbortController();
    const timeout = setTimeout(() => ended.abort(), timeoutMs);
    try {
      return await this.#readUntil(ended.signal, beginSnapshot(timeoutMs), run);
    } finally {
      clearTimeout(timeout);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #readUntil<T>(
    ended: AbortSignal,
    beginning: string,
    run: (read: ReadAll) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connect(ended);
    try {
      let hasBegun = false;
      const result = await run((statements) => {
        const rows = inOneWrite(client, () => {
          const begin = hasBegun ? undefined : client.query(beginning);
          const sent = Promise.all(statements.map((statement) => this.#send(client, statement)));
          return Promise.all([sent, begin]).then(([found]) => found);
        });
        hasBegun = true;
        return translated(this.#place, () => untilAborted(rows, ended));
      });
      this.#end(client, hasBegun);
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #connect(ended: AbortSignal): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect();
    try {
      return await translated(this.#place, () => untilAborted(connecting, ended));
    } catch (error) {
      connecting.then((late) => late.release()).catch(() => {});
      throw error;
    }
  }

  /** Ends the transaction, which has changed nothing: the next one may begin behind it. */
  #end(client: pg.PoolClient, hasBegun: boolean): void {
    const isFull = (this.#prepared.get(client)?.size ?? 0) > preparedMax;
    if (hasBegun && !isFull) {
      const commit: pg.QueryConfig & { readonly query_timeout: number } = {
        text: "COMMIT",
        query_timeout: commitMs,
      };
      // One that fails ends its connection.
      client.query(commit).catch(() => {});
    }
    client.release(isFull);
  }

  async #send(client: pg.PoolClient, { sql, values }: Statement): Promise<TypedRows> {
    const name = Buffer.from(sha256(Buffer.from(sql))).toString("hex", 0, nameLength);
    const prepared = this.#prepared.get(client);
    if (prepared === undefined) this.#prepared.set(client, new Set([name]));
    else prepared.add(name);
    const query: pg.QueryArrayConfig<Value[]> = {
      name,
      text: sql,
      values: [...values],
      rowMode: "array",
      types: asText,
    };
    const { fields, rows } = await client.query<(string | null)[]>(query);
    return {
      names: fields.map((field) => field.name),
      types: fields.map(({ dataTypeID }) => dataTypeID),
      rows,
    };
  }
}

type Wire = { readonly connection: pg.Connection };

/** The driver writes each statement on its own, which takes longer than some of them. */
function inOneWrite<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as Wire).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** The server, too, gives up what takes longer: it does not notice that its client has gone while a statement waits for a lock. */
function beginSnapshot(timeoutMs: number): string {
  return `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}`;
}

const nameLength = 16;

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("it took too long"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
