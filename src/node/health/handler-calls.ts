import { errors } from "../../generated/errors.ts";
import type { OutstandingRequests } from "../../health/checks/traffic.ts";
import type { Asked, Handler } from "../../rpc/json-rpc/method.ts";
import { HistoryMissing } from "../../store/chain-queries.ts";
import { isOfStore, type StoreCondition } from "../../store/store-condition.ts";
import { machineClock } from "../clock.ts";

/** The calls that wait for an answer. Synchronous calls never wait, as nothing else runs at the same time. */
export class InFlight {
  /** When each began, oldest first. */
  readonly #calls = new Set<{ readonly begunNanos: bigint }>();

  readonly outstanding = (): OutstandingRequests => {
    const [oldest] = this.#calls;
    const oldestNanos = oldest === undefined ? 0n : machineClock.elapsedNanos() - oldest.begunNanos;
    return { count: this.#calls.size, oldestNanos };
  };

  /** Wraps a handler to count its waiting calls. */
  counting(handler: Handler): Handler {
    const answer = handler as (params: unknown, context: unknown, asked: Asked) => unknown;
    return (params: unknown, context: unknown, asked: Asked) => {
      const result = answer(params, context, asked);
      if (result instanceof Promise) this.#count(result);
      return result;
    };
  }

  #count(result: Promise<unknown>): void {
    const call = { begunNanos: machineClock.elapsedNanos() };
    this.#calls.add(call);
    const forget = () => this.#calls.delete(call);
    result.then(forget, forget);
  }
}

/**
 * Wraps a handler to report why the store cannot answer, instead of an unknown internal error: it is damaged, cannot be
 * written, or does not have the blocks yet because the node started from a snapshot.
 */
export function withStoreErrors(handler: Handler, condition: StoreCondition): Handler {
  const answer = handler as (params: unknown, context: unknown, asked: Asked) => unknown;
  const fail = (error: unknown): never => {
    if (error instanceof HistoryMissing) throw errors.historyMissing({ height: error.from });
    condition.note(error);
    throw clearError(error, condition) ?? error;
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

function clearError(error: unknown, { damage, writeProblem }: StoreCondition): object | undefined {
  if (!isOfStore(error)) return undefined;
  if (damage !== undefined) return internalError("the store is damaged");
  if (writeProblem === undefined) return undefined;
  return internalError(`the store cannot be written: ${writeProblem}`);
}

/** JSON-RPC's own error, which every method declares, with a reason that the caller may see. */
function internalError(message: string): object {
  return Object.assign(new Error(message), {
    name: "InternalError",
    code: -32603,
    data: undefined,
  });
}
