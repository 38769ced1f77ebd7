import type { OutstandingRequests } from "../health/checks/traffic.ts";
import type { Asked, Handler } from "../rpc/json-rpc/method.ts";
import { machineClock } from "./clock.ts";

/** The calls that wait for an answer. One that is answered at once never does: nothing else runs meanwhile. */
export class InFlight {
  /** When each began, oldest first. */
  readonly #calls = new Set<{ readonly begunNanos: bigint }>();

  readonly outstanding = (): OutstandingRequests => {
    const [oldest] = this.#calls;
    const oldestNanos = oldest === undefined ? 0n : machineClock.elapsedNanos() - oldest.begunNanos;
    return { count: this.#calls.size, oldestNanos };
  };

  /** The same handler, whose waiting calls are counted. */
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
