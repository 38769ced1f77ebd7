import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { WebSocket, WebSocketServer } from "ws";
import { Channel, encodedOnce, type StreamMessage } from "./channel.ts";

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
  readonly #server: WebSocketServer;

  /** Loads the package `ws`: most nodes never have a client that needs it. */
  static async load(): Promise<WebSockets> {
    const { WebSocketServer } = await import("ws");
    return new WebSockets(
      new WebSocketServer({
        noServer: true,
        clientTracking: false,
        perMessageDeflate: false,
        maxPayload: messageBytesMax,
      }),
    );
  }

  private constructor(server: WebSocketServer) {
    this.#server = server;
  }

  /** Completes the handshake. Calls `start` if the client's part of it is valid. */
  open(upgrade: Upgrade, start: (channel: Channel) => void): void {
    const { request, socket, head, headers } = upgrade;
    this.#server.once("headers", (lines) => {
      for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    });
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      start(new WebSocketChannel(webSocket, upgrade, this.#frameOf));
      socket.resume();
    });
    this.#server.removeAllListeners("headers");
  }
}

/**
 * Gives the package what a client sends in its turns, because each frame costs more than its bytes. Ends a connection that
 * sends too much before `allowMore` is called.
 */
class TurnReader {
  readonly #socket: Socket;
  readonly #inTurn: Upgrade["inTurn"];
  readonly #toPackage: (chunk: Buffer) => void;
  #receivedBytes = 0;

  constructor(socket: Socket, inTurn: Upgrade["inTurn"]) {
    this.#socket = socket;
    this.#inTurn = inTurn;
    this.#toPackage = socket.listeners("data").at(-1) as (chunk: Buffer) => void;
    socket.off("data", this.#toPackage).on("data", (chunk: Buffer) => {
      this.#receivedBytes += chunk.length;
      this.#read(chunk);
    });
  }

  allowMore(): void {
    this.#receivedBytes = 0;
  }

  #read(chunk: Buffer): void {
    const socket = this.#socket;
    socket.pause();
    this.#inTurn(() => {
      // It may say why a message is refused.
      this.#toPackage.call(socket, chunk.subarray(0, turnBytes));
      if (this.#receivedBytes > receivedBytesMax) socket.destroy();
      else if (chunk.length > turnBytes) this.#read(chunk.subarray(turnBytes));
      else socket.resume();
    });
  }
}

class WebSocketChannel extends Channel {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #reader: TurnReader;
  readonly #frameOf: (message: StreamMessage) => Buffer;

  constructor(
    webSocket: WebSocket,
    { socket, inTurn }: Upgrade,
    frameOf: (message: StreamMessage) => Buffer,
  ) {
    super(socket, socket, webSocket);
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#reader = new TurnReader(socket, inTurn);
    this.#frameOf = frameOf;
    webSocket.on("error", () => webSocket.terminate());
    webSocket.on("message", () =>
      webSocket.close(unsupportedData, "this stream takes no messages"),
    );
  }

  /**
   * Bypasses the package, which would encode the frame for each client and write it in two parts. What fills the connection's
   * buffer is the last until the client has read it.
   */
  override send(message: StreamMessage): boolean {
    const { readyState, OPEN } = this.#webSocket;
    return readyState !== OPEN || this.#socket.write(this.#frameOf(message));
  }

  override together(sends: () => void): void {
    this.#socket.cork();
    sends();
    this.#socket.uncork();
  }

  override end(reason: string): void {
    this.#webSocket.close(goingAway, reason);
  }

  override destroy(): void {
    this.#webSocket.terminate();
  }

  protected override sendKeepAlive(): void {
    this.#reader.allowMore();
    if (this.#webSocket.bufferedAmount === 0) this.#webSocket.ping();
  }
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
