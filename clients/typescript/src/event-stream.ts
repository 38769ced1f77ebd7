import { isPassing, TransportError } from "./errors.ts";
import { type EventConnectionOptions, readConnection } from "./event-connection.ts";
import { eventIntegers, eventsPath } from "./generated/events.ts";
import type { Cursor, EventsQuery, StreamEvent } from "./generated/types.ts";
import { parseExact } from "./json.ts";
import { reviveIntegers } from "./method.ts";
import { sleep } from "./transport.ts";

/** How events are listened to. */
export type EventOptions = {
  /** Ends the stream when it aborts: what waits for an event is rejected with its reason. */
  readonly signal?: AbortSignal;
  /** How many failures in a row, without an answer of the node between them, are borne. Default 10. */
  readonly retries?: number;
  /** Takes a connection for broken after so many milliseconds without a sign of life, of which the node gives one in 15 s; 0 never does. Default 45,000. */
  readonly idleTimeoutMs?: number;
};

export type EventStreamOptions = Omit<EventConnectionOptions, "signal" | "idleTimeoutMs"> & {
  /** Before the first new connection; doubled with each that fails. */
  readonly retryDelayMs: number;
};

const longestDelayMs = 10_000;

/**
 * The events of a node, one after the other: `for await (const event of stream)`. A connection that breaks is
 * made anew where it broke, so that no event of a block is missed and none comes twice. Leaving the loop
 * closes the connection; another loop goes on behind the last event.
 */
export class EventStream implements AsyncIterable<StreamEvent> {
  readonly #options: EventStreamOptions;
  readonly #query: EventsQuery;
  readonly #retries: number;
  readonly #idleTimeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  #cursor: Cursor | undefined;
  #wasReady = false;

  constructor(options: EventStreamOptions, query: EventsQuery, listening: EventOptions) {
    this.#options = options;
    this.#query = query;
    this.#retries = listening.retries ?? 10;
    this.#idleTimeoutMs = listening.idleTimeoutMs ?? 45_000;
    this.#signal = listening.signal;
    this.#cursor = query.after;
  }

  /**
   * The place behind the last event that was handed out: `after` of a query goes on there, in another
   * process too. Undefined before the first event of a query without `after`.
   */
  get cursor(): Cursor | undefined {
    return this.#cursor;
  }

  /** @throws QueryError, NoEventsError, TransportError */
  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent, void, void> {
    for (let failures = 0; ; failures++) {
      try {
        for await (const { id, data } of this.#connect()) {
          const event = readEvent(data);
          if (event.type !== "ready") {
            this.#cursor = id;
            yield event;
            continue;
          }
          failures = 0;
          // Before `reverted` comes a `ready` behind it: the cursor that was given is the one to come back with.
          this.#cursor ??= id;
          if (this.#wasReady) continue;
          this.#wasReady = true;
          yield event;
        }
      } catch (error) {
        if (failures >= this.#retries || !this.#isBroken(error)) throw error;
      }
      await this.#pause(failures);
    }
  }

  #connect() {
    return readConnection({
      ...this.#options,
      url: `${this.#options.url}${eventsPath}?${this.#search()}`,
      signal: this.#signal,
      idleTimeoutMs: this.#idleTimeoutMs,
    });
  }

  #search(): string {
    const hasMoved = this.#cursor !== this.#query.after;
    const { fromHeight, ...elsewhere } = this.#query;
    const query = hasMoved ? { ...elsewhere, after: this.#cursor } : this.#query;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    return search.toString();
  }

  /** Whether a new connection may fare better. */
  #isBroken(error: unknown): boolean {
    if (this.#signal?.aborted || !(error instanceof TransportError)) return false;
    return error.reason === "timeout" || isPassing(error);
  }

  async #pause(failures: number): Promise<void> {
    const delayMs = Math.min(this.#options.retryDelayMs * 2 ** failures, longestDelayMs);
    await sleep(delayMs * (0.5 + Math.random() / 2), this.#signal);
  }
}

function readEvent(data: string): StreamEvent {
  const event = parse(data);
  if (typeof event === "object" && event !== null && "type" in event) {
    return reviveIntegers(event, eventIntegers) as StreamEvent;
  }
  throw new TransportError("response", "the stream carries what is no event");
}

function parse(data: string): unknown {
  try {
    return parseExact(data);
  } catch (cause) {
    throw new TransportError("response", "an event is not JSON", { cause });
  }
}
