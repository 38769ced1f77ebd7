import type { HandlerContext } from "../context.ts";

/** Reads what the store does not have any more in another database. */
export type PastReader = {
  /** Runs a function that only reads, with a context that has what it needs. */
  read<Context extends Pick<HandlerContext, "queries">, Result>(
    context: Context,
    run: (context: Context) => Result,
    unavailable: (reason: string, localFrom: number) => Error,
  ): Result | Promise<Awaited<Result>>;
};

/** For a store that has everything. */
export const withoutPast: PastReader = { read: (context, run) => run(context) };
