import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Channel, encodedOnce, type StreamMessage } from "./channel.ts";

/** A request that a stream answers. `connection` is what the client is connected by: node:http has a stream in its place. */
export type StreamReply = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Socket;
};

/** Server-Sent Events. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class EventStreams {
  readonly #linesOf = encodedOnce(({ id, event, data }) =>
    Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`),
  );

  /** Begins a response that has no end. `headers` are names and values. */
  open({ response, connection }: StreamReply, headers: readonly string[]): Channel {
    response.writeHead(200, [
      ...headers,
      "Content-Type",
      "text/event-stream; charset=utf-8",
      "Cache-Control",
      "no-store",
      // Keeps proxies from buffering.
      "X-Accel-Buffering",
      "no",
    ]);
    response.write("retry: 1000\n\n");
    return new EventStream(connection, response, this.#linesOf);
  }
}

class EventStream extends Channel {
  readonly #response: ServerResponse;
  readonly #linesOf: (message: StreamMessage) => Buffer;

  constructor(
    connection: Socket,
    response: ServerResponse,
    linesOf: (message: StreamMessage) => Buffer,
  ) {
    super(connection, response, response);
    this.#response = response;
    this.#linesOf = linesOf;
  }

  /** What fills the connection's buffer is the last until the client has read it. */
  override send(message: StreamMessage): boolean {
    return this.#response.write(this.#linesOf(message));
  }

  override together(sends: () => void): void {
    this.#response.cork();
    sends();
    this.#response.uncork();
  }

  override end(): void {
    this.#response.end();
  }

  override destroy(): void {
    this.#response.destroy();
  }

  protected override sendKeepAlive(): void {
    if (this.#response.writableLength === 0) this.#response.write(":\n\n");
  }
}
