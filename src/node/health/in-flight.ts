import type { OutstandingRequests } from "../../health/checks/traffic.ts";
import type { Asked, Handler } from "../../rpc/json-rpc/method.ts";
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
