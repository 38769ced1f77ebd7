import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { WebSocket, WebSocketServer } from "ws";
import type { Channel, ChannelEvents } from "./channel.ts";
import { encodedOnce } from "./encoded-once.ts";
import { progressOf } from "./progress.ts";
import { textFrame } from "./text-frame.ts";

export type Upgrade = {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
  /** Names and values. */
  readonly headers: readonly string[];
};

/** What waits for a client before it is told no more. */
const waitingBytesMax = 256 * 1024;
/** Clients have nothing to say. */
const receivedBytesMax = 1024;
const goingAway = 1001;
const unsupportedData = 1003;

const frameOf = encodedOnce(({ data }) => textFrame(data));

/** WebSockets on which the server alone speaks. RFC 6455 */
export class WebSockets {
  #server: Promise<WebSocketServer> | undefined;

  /** Shakes hands; `started` follows where the client's part of it is right. */
  async open(
    { request, socket, head, headers }: Upgrade,
    events: ChannelEvents,
    started: (channel: Channel) => void,
  ): Promise<void> {
    this.#server ??= makeServer();
    const server = await this.#server;
    server.once("headers", (lines) => {
      for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    });
    server.handleUpgrade(request, socket, head, (webSocket) =>
      started(channelOf(webSocket, socket, events)),
    );
    server.removeAllListeners("headers");
  }
}

/** Loaded with the first client: most nodes never have one. */
async function makeServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import("ws");
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: receivedBytesMax,
  });
}

function channelOf(webSocket: WebSocket, socket: Socket, events: ChannelEvents): Channel {
  socket.on("drain", events.onWritable);
  webSocket.once("close", events.onClose);
  webSocket.on("error", () => webSocket.terminate());
  webSocket.on("message", () => webSocket.close(unsupportedData, "the query says all"));
  const progresses = progressOf(socket);
  return {
    // Past the package, which would make the frame anew for each client and write it in two parts.
    send: (message) => {
      if (webSocket.readyState === webSocket.OPEN) socket.write(frameOf(message));
      return webSocket.bufferedAmount < waitingBytesMax;
    },
    keepAlive: () => {
      if (webSocket.bufferedAmount === 0) webSocket.ping();
      return progresses();
    },
    end: () => webSocket.close(goingAway, "the node stops"),
    destroy: () => webSocket.terminate(),
  };
}
