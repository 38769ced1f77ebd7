import { errors } from "../../generated/errors.ts";
import type { PastReader } from "../../handlers/past/past-reader.ts";
import type { Handler } from "../../rpc/json-rpc/method.ts";
import { type ChainQueries, withLedger } from "../../store/chain-queries.ts";
import { LogUnavailable } from "../../store/container-log.ts";
import { NotLocal } from "../../store/ledger/queries/ledger-queries.ts";
import type { LedgerAnswers } from "../../store/postgres/ledger-answers.ts";

/** The part of a context that reads the chain. */
type Reading = { readonly queries: ChainQueries };

/** Answers what the store does not have any more from the ledger in the database. */
export class PastAnswers implements PastReader {
  readonly #database: LedgerAnswers;

  constructor(database: LedgerAnswers) {
    this.#database = database;
  }

  /**
   * Runs a function that only reads, first on the store. If that needs rows which were removed, all rows of the ledger come
   * from the database. Rejects with what `unavailable` makes of the reason if the database does not have them in time.
   */
  read<Context extends Reading, Result>(
    context: Context,
    run: (context: Context) => Result,
    unavailable: (reason: string, localFrom: number) => Error,
  ): Result | Promise<Awaited<Result>> {
    const fromDatabase = async (error: unknown): Promise<Awaited<Result>> => {
      if (!(error instanceof NotLocal)) throw error;
      try {
        return (await this.#database.answer((ledger) =>
          run({ ...context, queries: withLedger(context.queries, ledger) }),
        )) as Awaited<Result>;
      } catch (failure) {
        if (!(failure instanceof LogUnavailable)) throw failure;
        throw unavailable(`${error.message}: ${failure.message}`, error.localFrom);
      }
    };
    try {
      const result = run(context);
      if (!(result instanceof Promise)) return result;
      return result.catch(fromDatabase);
    } catch (error) {
      if (!(error instanceof NotLocal)) throw error;
      return fromDatabase(error);
    }
  }

  /** A handler that does the same. It throws LedgerDatabaseUnavailable. */
  around(handler: Handler): Handler {
    const answer = handler as (params: unknown, context: unknown, asked: unknown) => unknown;
    return (params: unknown, context: unknown, asked: unknown) =>
      this.read(
        context as Reading,
        (reading) => answer(params, reading, asked),
        (reason, localFrom) => errors.ledgerDatabaseUnavailable({ reason, localFrom }),
      );
  }
}
