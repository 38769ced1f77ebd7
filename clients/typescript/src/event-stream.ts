import { parseBody, readAs } from "./answer.ts";
import { isPassing, TransportError } from "./errors.ts";
import { type EventConnectionOptions, readConnection } from "./event-connection.ts";
import { eventShape, eventsPath } from "./generated/events.ts";
import { shapes } from "./generated/shapes.ts";
import type { Cursor, EventsQuery, StreamEvent } from "./generated/types.ts";
import { describe, problemText } from "./problem.ts";
import { ShapeReader } from "./shape.ts";
import { urlAt } from "./transport.ts";
import { sleep } from "./watch.ts";

/** How events are listened to. */
export type EventOptions = {
  /** Closes the stream when it aborts: the wait for an event rejects with its reason. */
  readonly signal?: AbortSignal;
  /**
   * Number of consecutive failures, without a response from the node between them, that the stream
   * tolerates. Default: 10.
   */
  readonly retries?: number;
  /**
   * Time in milliseconds that the node can be silent before the connection is replaced; 0 means no
   * limit. Default: 45,000. The node sends a comment every 15 s.
   */
  readonly idleTimeoutMs?: number;
};

export type EventStreamOptions = Omit<EventConnectionOptions, "signal" | "idleTimeoutMs"> & {
  /** Before the first new connection; doubled with each that fails. */
  readonly retryDelayMs: number;
};

const longestDelayMs = 10_000;

/**
 * The events of a node: `for await (const event of stream)`. A broken connection is replaced, and
 * the stream resumes where it broke: no event of a block is missed or repeated. Leaving the loop
 * closes the connection; another loop resumes after the last event.
 */
export class EventStream implements AsyncIterable<StreamEvent> {
  readonly #options: EventStreamOptions;
  readonly #query: EventsQuery;
  readonly #retries: number;
  readonly #idleTimeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #shapes = new ShapeReader(shapes);
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
   * The position after the last returned event. Pass it as `after` to resume from there, even in
   * another process. Undefined before the first event of a query without `after`.
   */
  get cursor(): Cursor | undefined {
    return this.#cursor;
  }

  /** @throws QueryError, NoEventsError, TransportError */
  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent, void, void> {
    for (let failures = 0; ; failures++) {
      try {
        for await (const { id, data } of this.#connect()) {
          const event = readEvent(data, this.#shapes);
          if (event.type !== "ready") {
            // An event without an ID leaves the position.
            if (id !== "") this.#cursor = id;
            yield event;
            continue;
          }
          failures = 0;
          // A `ready` precedes `reverted`: until then, reconnect with the caller's cursor.
          if (id !== "") this.#cursor ??= id;
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
      url: urlAt(this.#options.url, eventsPath, this.#search()),
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

function readEvent(data: string, reader: ShapeReader): StreamEvent {
  const event = parseBody(data, "an event");
  if (typeof event !== "object" || event === null || !("type" in event)) {
    throw new TransportError("response", "the stream carries data that is not an event");
  }
  const unreadable = "an event cannot be read";
  // An event of an unknown type has one, too.
  if (typeof event.type !== "string") {
    const problem = { field: "type", expected: "text", got: describe(event.type) };
    throw new TransportError("response", `${unreadable}: ${problemText(problem)}`);
  }
  return readAs(reader, eventShape, event, unreadable) as StreamEvent;
}
