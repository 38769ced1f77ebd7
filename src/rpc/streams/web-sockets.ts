import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { WebSocket, WebSocketServer } from "ws";
import {
  type Channel,
  type ChannelEvents,
  encodedOnce,
  progressOf,
  type StreamMessage,
} from "./channel.ts";

export type Upgrade = {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
  /** Names and values. */
  readonly headers: readonly string[];
  /** Does work when it is the client's turn. */
  readonly inTurn: (work: () => void) => void;
};

/** Clients have nothing to send. */
const messageBytesMax = 1024;
/** What a client may send between two keep-alives: pongs, pings and why it leaves. */
const receivedBytesMax = 16_384;
/** Of that, what is read in one turn: up to 340 frames. */
const turnBytes = 2_048;
const goingAway = 1001;
const unsupportedData = 1003;

/** WebSockets on which only the server sends messages. RFC 6455 */
export class WebSockets {
  readonly #frameOf = encodedOnce(({ data }) => textFrame(data));
  #server: Promise<WebSocketServer> | undefined;

  /** Completes the handshake. Calls `started` where the client's part of it is valid. */
  async open(
    { request, socket, head, headers, inTurn }: Upgrade,
    events: ChannelEvents,
    started: (channel: Channel) => void,
  ): Promise<void> {
    this.#server ??= makeServer();
    const server = await this.#server;
    server.once("headers", (lines) => {
      for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    });
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const reader = readInTurns(socket, inTurn);
      started(channelOf(webSocket, socket, reader, events, this.#frameOf));
      socket.resume();
    });
    server.removeAllListeners("headers");
  }
}

/** Loads the package for the first client: most nodes never have one. */
async function makeServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import("ws");
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
  });
}

type Reader = { readonly allowMore: () => void };

/**
 * Gives the package what a client sends in its turns, because each frame costs more than its bytes. Ends a connection that
 * sends too much before `allowMore` is called.
 */
function readInTurns(socket: Socket, inTurn: Upgrade["inTurn"]): Reader {
  const toPackage = socket.listeners("data").at(-1) as (chunk: Buffer) => void;
  let receivedBytes = 0;
  const read = (chunk: Buffer) => {
    socket.pause();
    inTurn(() => {
      // It may say why a message is refused.
      toPackage.call(socket, chunk.subarray(0, turnBytes));
      if (receivedBytes > receivedBytesMax) socket.destroy();
      else if (chunk.length > turnBytes) read(chunk.subarray(turnBytes));
      else socket.resume();
    });
  };
  socket.off("data", toPackage).on("data", (chunk: Buffer) => {
    receivedBytes += chunk.length;
    read(chunk);
  });
  return {
    allowMore: () => {
      receivedBytes = 0;
    },
  };
}

function channelOf(
  webSocket: WebSocket,
  socket: Socket,
  reader: Reader,
  events: ChannelEvents,
  frameOf: (message: StreamMessage) => Buffer,
): Channel {
  socket.on("drain", events.onWritable);
  webSocket.once("close", events.onClose);
  webSocket.on("error", () => webSocket.terminate());
  webSocket.on("message", () => webSocket.close(unsupportedData, "this stream takes no messages"));
  const progresses = progressOf(socket);
  return {
    // Bypasses the package, which would encode the frame for each client and write it in two parts.
    // What fills the connection's buffer is the last until the client has read it.
    send: (message) => webSocket.readyState !== webSocket.OPEN || socket.write(frameOf(message)),
    together: (sends) => {
      socket.cork();
      sends();
      socket.uncork();
    },
    keepAlive: () => {
      reader.allowMore();
      if (webSocket.bufferedAmount === 0) webSocket.ping();
      return progresses();
    },
    end: () => webSocket.close(goingAway, "the node is stopping"),
    destroy: () => webSocket.terminate(),
  };
}

const finalText = 0x81;
const in16Bits = 126;
const in64Bits = 127;

/** A text as a server sends it over a WebSocket: one unmasked frame. RFC 6455, section 5.2 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([header(payload.length), payload]);
}

function header(payloadBytes: number): Buffer {
  if (payloadBytes < in16Bits) return Buffer.from([finalText, payloadBytes]);
  if (payloadBytes <= 0xffff) {
    const short = Buffer.from([finalText, in16Bits, 0, 0]);
    short.writeUInt16BE(payloadBytes, 2);
    return short;
  }
  const long = Buffer.alloc(10);
  long.set([finalText, in64Bits]);
  long.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return long;
}
