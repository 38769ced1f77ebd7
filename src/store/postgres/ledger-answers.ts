import { setTimeout as sleep } from "node:timers/promises";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { LogUnavailable } from "../container-log.ts";
import type { LedgerCoverage, LedgerQueries } from "../ledger/queries/ledger-queries.ts";
import { Unread } from "../ledger/queries/unread.ts";
import { CallReads, type ReadRows } from "./call-reads.ts";
import { bytesOf, type Connection } from "./connection.ts";
import { PostgresLedger } from "./postgres-ledger.ts";
import { ComposedStatements, PostgresSelects } from "./postgres-selects.ts";

/** The store that the rows were copied from. */
export type CopiedStore = {
  /** Of its rows; see `ledgerEpoch`. */
  readonly epoch: () => string;
  readonly tip: () => { readonly id: Id; readonly height: bigint };
  readonly coverage: () => LedgerCoverage;
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
    for (;;) {
      const answered = await this.#connection.snapshot(
        (read) => this.#attempt(run, read),
        Math.max(1, deadline - performance.now()),
      );
      if ("result" in answered) return answered.result;
      if (performance.now() + behindMs > deadline) throw this.#behind(answered.height);
      await sleep(behindMs);
    }
  }

  /** The result, or the height of the database if it has another last block than the store. */
  async #attempt<Result>(
    run: (ledger: LedgerQueries) => Result,
    read: ReadRows,
  ): Promise<{ readonly result: Result } | { readonly height: number }> {
    const { epoch, coverage } = this.#store;
    const cursor = await read("SELECT height, block_id FROM couloir_ledger WHERE epoch = $1", [
      epoch(),
    ]);
    const [height = "-1", blockID = null] = cursor.rows[0] ?? [];
    const lastID = blockID === null ? undefined : bytesOf(blockID);
    const reads = new CallReads();
    const ledger = new PostgresLedger(new PostgresSelects(this.#statements, reads), coverage);
    for (;;) {
      // A block may arrive between two runs.
      if (lastID === undefined || !equalBytes(lastID, this.#store.tip().id)) {
        return { height: Number(height) };
      }
      try {
        return { result: run(ledger) };
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        await reads.readWanted(read);
      }
    }
  }

  #behind(height: number): LogUnavailable {
    const tip = this.#store.tip().height;
    return new LogUnavailable(
      `PostgreSQL at ${this.#connection.place}: it has the ledger up to height ${height} and not ${tip}`,
    );
  }
}
