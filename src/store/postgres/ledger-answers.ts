import { setTimeout as sleep } from "node:timers/promises";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { LogUnavailable } from "../container-log.ts";
import type { LedgerQueries } from "../ledger/queries/ledger-queries.ts";
import { Unread } from "../ledger/queries/unread.ts";
import { newUtxoPlaces } from "../ledger/queries/utxos.ts";
import { CallReads } from "./call-reads.ts";
import type { Connection } from "./connection.ts";
import { PostgresLedger } from "./postgres-ledger.ts";
import { ComposedStatements, PostgresSelects } from "./postgres-selects.ts";
import type { ReadAll, Statement } from "./snapshots.ts";
import { bytesOf, type TypedRows } from "./values.ts";

/** The store that the rows were copied from. */
export type CopiedStore = {
  /** Of its rows; see `ledgerEpoch`. */
  readonly epoch: () => string;
  readonly tip: () => { readonly id: Id; readonly height: bigint };
  /** The rows that it has. They throw NotLocal. */
  readonly local: () => LedgerQueries;
};

/** How long a call waits for the database, also until it has the last block. */
const answerMs = 5_000;
/** After which it is asked for the last block again. */
const behindMs = 10;

/** Answers calls from the ledger in PostgreSQL. */
export class LedgerAnswers {
  readonly #connection: Connection;
  readonly #store: CopiedStore;
  readonly #statements = new ComposedStatements();
  readonly #places = newUtxoPlaces();

  constructor(connection: Connection, store: CopiedStore) {
    this.#connection = connection;
    this.#store = store;
  }

  /**
   * Runs a function that reads the ledger, and returns what it returns. It runs again whenever it reads rows for the first
   * time, until it has all of them, so it must only read. All of its rows are of one state: that after the last block of
   * the store, in which its last run happens. Throws LogUnavailable, and what `run` throws.
   */
  async answer<Result>(run: (ledger: LedgerQueries) => Result): Promise<Result> {
    const deadline = performance.now() + answerMs;
    for (let asksAhead = true; ; asksAhead = false) {
      const answered = await this.#connection.snapshot(
        (read) => this.#attempt(run, read, asksAhead),
        Math.max(1, deadline - performance.now()),
      );
      if ("result" in answered) return answered.result;
      if (performance.now() + behindMs > deadline) throw this.#behind(answered.height);
      await sleep(behindMs);
    }
  }

  /**
   * The result, or the height of the database if it has another last block than the store. To ask ahead is to read what the
   * first run asks for together with the last block.
   */
  async #attempt<Result>(
    run: (ledger: LedgerQueries) => Result,
    read: ReadAll,
    asksAhead: boolean,
  ): Promise<{ readonly result: Result } | { readonly height: number }> {
    const reads = new CallReads();
    const { local } = this.#store;
    const selects = new PostgresSelects(this.#statements, reads);
    const ledger = new PostgresLedger(selects, local, this.#places);
    let cursor: Cursor | undefined;
    const readWithCursor: ReadAll = async (statements) => {
      const [found, ...others] = await read([this.#cursorStatement(), ...statements]);
      cursor = cursorOf(found!);
      return others;
    };
    if (!asksAhead) await readWithCursor([]);
    for (;;) {
      // A block may arrive between two runs.
      if (cursor !== undefined && !this.#isLast(cursor)) return { height: cursor.height };
      try {
        return { result: run(ledger) };
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        await reads.readWanted(cursor === undefined ? readWithCursor : read);
      }
    }
  }

  #cursorStatement(): Statement {
    const sql = "SELECT height, block_id FROM couloir_ledger WHERE epoch = $1";
    return { sql, values: [this.#store.epoch()] };
  }

  #isLast({ blockID }: Cursor): boolean {
    return blockID !== undefined && equalBytes(blockID, this.#store.tip().id);
  }

  #behind(height: number): LogUnavailable {
    const tip = this.#store.tip().height;
    return new LogUnavailable(
      `PostgreSQL at ${this.#connection.place}: it has the ledger up to height ${height} and not ${tip}`,
    );
  }
}

/** The last block that the database has. */
type Cursor = { readonly height: number; readonly blockID: Id | undefined };

function cursorOf({ rows }: TypedRows): Cursor {
  const [height = "-1", blockID = null] = rows[0] ?? [];
  return { height: Number(height), blockID: blockID === null ? undefined : bytesOf(blockID) };
}
