import type { Channel, Stream, StreamRefusal, StreamRoute } from "./channel.ts";
import { EventStreams, type StreamReply } from "./event-stream.ts";
import { type Upgrade, WebSockets } from "./web-sockets.ts";

const keepAliveMs = 15_000;
/** How often streams that are due get their keep-alive, and how many of them each time. */
const keepAliveCheckMs = 250;
const keepAlivesAtOnce = 250;
/** How long a client may take to disconnect when the server stops. */
const endMs = 1_000;

/** The open streams, over WebSockets and as Server-Sent Events. */
export class Streams {
  /** When each gets its next keep-alive. */
  readonly #channels = new Map<Channel, number>();
  readonly #eventStreams = new EventStreams();
  readonly #openMax: number;
  readonly #refusals: { streams: number };
  #webSockets: Promise<WebSockets> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(openMax: number, refusals: { streams: number }) {
    this.#openMax = openMax;
    this.#refusals = refusals;
  }

  /** The number of clients. */
  get size(): number {
    return this.#channels.size;
  }

  /** Responds to a GET with Server-Sent Events, or returns why it cannot. */
  openResponse(
    route: StreamRoute,
    reply: StreamReply,
    query: URLSearchParams,
    headers: readonly string[],
  ): StreamRefusal | undefined {
    const last = reply.request.headers["last-event-id"];
    if (typeof last === "string" && last !== "") route.resumeAt(query, last);
    const stream = this.#open(route, query);
    if ("status" in stream) return stream;
    this.#start(stream, this.#eventStreams.open(reply, headers));
    return undefined;
  }

  /** What opens WebSockets. Wait for it before the turn in which a client's is opened. */
  webSockets(): Promise<WebSockets> {
    this.#webSockets ??= WebSockets.load();
    return this.#webSockets;
  }

  /** Turns a connection into a WebSocket, or returns why it cannot. */
  openSocket(
    route: StreamRoute,
    webSockets: WebSockets,
    upgrade: Upgrade,
    query: URLSearchParams,
  ): StreamRefusal | undefined {
    const stream = this.#open(route, query);
    if ("status" in stream) return stream;
    webSockets.open(upgrade, (channel) => this.#start(stream, channel));
    return undefined;
  }

  /** Ends every stream. Destroys those whose clients do not disconnect in time. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const channel of this.#channels.keys()) channel.end("the node is stopping");
    const deadline = Date.now() + endMs;
    while (this.#channels.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const channel of this.#channels.keys()) channel.destroy();
  }

  #open(route: StreamRoute, query: URLSearchParams): Stream | StreamRefusal {
    if (this.#channels.size >= this.#openMax) {
      this.#refusals.streams += 1;
      return { status: 503, text: `${this.#openMax} streams are open: close one\n` };
    }
    return route.open(query);
  }

  /** A stream counts while its client listens. */
  #start(stream: Stream, channel: Channel): void {
    this.#timer ??= setInterval(() => this.#keepAlive(), keepAliveCheckMs).unref();
    this.#channels.set(channel, performance.now() + keepAliveMs);
    channel.reads.on("drain", () => stream.resume());
    channel.ends.once("close", () => {
      this.#channels.delete(channel);
      stream.close();
    });
    stream.start(channel);
  }

  /** Ends the streams whose clients have not read since the last keep-alive. */
  #keepAlive(): void {
    const now = performance.now();
    let sent = 0;
    for (const [channel, due] of this.#channels) {
      if (now < due) continue;
      this.#channels.set(channel, now + keepAliveMs);
      if (!channel.keepAlive()) channel.destroy();
      sent += 1;
      if (sent === keepAlivesAtOnce) return;
    }
  }
}
