import type { Handler } from "../../rpc/json-rpc/method.ts";
import { type ChainQueries, withLedger } from "../../store/chain-queries.ts";
import { NotLocal } from "../../store/ledger/queries/not-local.ts";
import type { LedgerAnswers } from "../../store/postgres/ledger-answers.ts";

/** The part of a context that reads the chain. */
type Reading = { readonly queries: ChainQueries };

/** Answers what the store does not have any more from the ledger in the database. */
export class PastAnswers {
  readonly #database: LedgerAnswers;

  constructor(database: LedgerAnswers) {
    this.#database = database;
  }

  /**
   * Runs a function that only reads, first on the store. If that needs rows which were removed, all rows of the ledger come
   * from the database. Then it rejects with LogUnavailable if the database does not have them in time.
   */
  read<Context extends Reading, Result>(
    context: Context,
    run: (context: Context) => Result,
  ): Result | Promise<Awaited<Result>> {
    const fromDatabase = (error: unknown): Promise<Awaited<Result>> => {
      if (!(error instanceof NotLocal)) throw error;
      return this.#database.answer((ledger) =>
        run({ ...context, queries: withLedger(context.queries, ledger) }),
      ) as Promise<Awaited<Result>>;
    };
    try {
      const result = run(context);
      if (!(result instanceof Promise)) return result;
      return result.catch(fromDatabase);
    } catch (error) {
      return fromDatabase(error);
    }
  }

  /** A handler that does the same. */
  around(handler: Handler): Handler {
    const answer = handler as (params: unknown, context: unknown, asked: unknown) => unknown;
    return (params: unknown, context: unknown, asked: unknown) =>
      this.read(context as Reading, (reading) => answer(params, reading, asked));
  }
}
