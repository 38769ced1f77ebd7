import type { ServerResponse } from "node:http";
import type { Channel, ChannelEvents } from "./channel.ts";
import { encodedOnce } from "./encoded-once.ts";
import { progressOf } from "./progress.ts";

/** What waits for a client before it is told no more. */
const waitingBytesMax = 256 * 1024;

const linesOf = encodedOnce(({ id, event, data }) =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`),
);

/** Server-Sent Events: one response without an end. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function openEventStream(
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
    // Proxies that would wait for more must not.
    "X-Accel-Buffering",
    "no",
  ]);
  response.write("retry: 1000\n\n");
  response.on("drain", onWritable);
  response.once("close", onClose);
  const progresses = progressOf(response.req.socket);
  return {
    send: (message) => {
      response.write(linesOf(message));
      return response.writableLength < waitingBytesMax;
    },
    keepAlive: () => {
      if (response.writableLength === 0) response.write(":\n\n");
      return progresses();
    },
    end: () => response.end(),
    destroy: () => response.destroy(),
  };
}
