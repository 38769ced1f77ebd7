import { TransportError } from "./errors.ts";
import { NoEventsError, QueryError } from "./event-errors.ts";
import { type Message, MessageReader } from "./server-sent-events.ts";
import { connected, type Fetch, type FetchResponse, readText, refuseLayers } from "./transport.ts";
import { Watch } from "./watch.ts";

export type EventConnectionOptions = {
  readonly fetch: Fetch;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Time for the node to start its response; 0 means no limit. */
  readonly timeoutMs: number;
  /** Without a byte of the stream; 0 waits forever. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

/**
 * The messages of one connection, until it breaks, which is an error. Leaving it closes it.
 */
export async function* readConnection(options: EventConnectionOptions): AsyncGenerator<Message> {
  const { url, fetch, timeoutMs, idleTimeoutMs, signal } = options;
  const watch = new Watch(signal);
  try {
    watch.start(timeoutMs, `no answer within ${timeoutMs} ms`);
    const headers = { accept: "text/event-stream", ...options.headers };
    const init = { method: "GET", headers, signal: watch.signal, redirect: "manual" } as const;
    const response = await watch.during(connected(() => fetch(url, init)));
    if (!response.ok)
      throw refusal(response.status, await watch.during(readText(response, refusalBytesMax)));
    const pieces = bodyOf(response).getReader();
    const decoder = new TextDecoder();
    const messages = new MessageReader();
    while (true) {
      watch.start(idleTimeoutMs, `the node was silent for ${idleTimeoutMs} ms`);
      const { done, value } = await watch.during(connected(() => pieces.read()));
      if (done) throw new TransportError("connection", "the node ended the stream");
      watch.stop();
      yield* messages.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    watch.abort();
  }
}

/** Of a response that is not a stream. */
const refusalBytesMax = 1024 * 1024;

function refusal(status: number, text: string): Error {
  const said = text.trim().slice(0, 200) || "no body";
  if (status === 400) return new QueryError(said);
  if (status === 404) return new NoEventsError(said);
  return new TransportError("http", `HTTP ${status}: ${said}`, { status });
}

function bodyOf(response: FetchResponse): ReadableStream<Uint8Array> {
  refuseLayers(response);
  const { headers, body } = response;
  const type = headers?.get("content-type") ?? "nothing";
  if (!type.toLowerCase().startsWith("text/event-stream") || !body) {
    throw new TransportError("response", `the answer is ${type} and no stream of events`);
  }
  return body;
}
