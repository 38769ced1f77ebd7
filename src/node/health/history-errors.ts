import { errors } from "../../generated/errors.ts";
import type { Asked, Handler } from "../../rpc/json-rpc/method.ts";
import { HistoryMissing } from "../../store/chain-queries.ts";

/** Wraps a handler to report that a query needs blocks which a node that started from a snapshot does not have yet. */
export function withHistoryErrors(handler: Handler): Handler {
  const answer = handler as (params: unknown, context: unknown, asked: Asked) => unknown;
  const fail = (error: unknown): never => {
    if (error instanceof HistoryMissing) throw errors.historyMissing({ height: error.from });
    throw error;
  };
  return (params: unknown, context: unknown, asked: Asked) => {
    try {
      const result = answer(params, context, asked);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}
