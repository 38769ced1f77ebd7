import type { ServerResponse } from "node:http";
import { type Channel, type ChannelEvents, encodedOnce, progressOf } from "./channel.ts";

/** Server-Sent Events. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class EventStreams {
  readonly #linesOf = encodedOnce(({ id, event, data }) =>
    Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`),
  );

  /** Begins a response that has no end. `headers` are names and values. */
  open(
    response: ServerResponse,
    headers: readonly string[],
    { onWritable, onClose }: ChannelEvents,
  ): Channel {
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
    response.on("drain", onWritable);
    response.once("close", onClose);
    const progresses = progressOf(response.req.socket);
    return {
      // What fills the connection's buffer is the last until the client has read it.
      send: (message) => response.write(this.#linesOf(message)),
      together: (sends) => {
        response.cork();
        sends();
        response.uncork();
      },
      keepAlive: () => {
        if (response.writableLength === 0) response.write(":\n\n");
        return progresses();
      },
      end: () => response.end(),
      destroy: () => response.destroy(),
    };
  }
}
