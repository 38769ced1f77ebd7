import { parseBody } from "./answer.ts";
import { TransportError } from "./errors.ts";

/** The part of a WebSocket that is used here. */
export type Socket = {
  /** The type of binary messages: without one, they are blobs, which cannot be read at once. */
  binaryType?: string;
  send(text: string): void;
  close(): void;
  addEventListener(
    type: "open" | "message" | "close" | "error",
    listener: (event: { readonly data?: unknown; readonly message?: unknown }) => void,
  ): void;
};

/** Opens a WebSocket, such as `(url) => new WebSocket(url)`. */
export type OpenSocket = (url: string) => Socket;

/** A message as it was parsed. */
export type Message = Readonly<Record<string, unknown>>;

type Waiting = {
  readonly resolve: (message: Message) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * The silence after which the client makes a call. A second one ends the connection, which can break without a sign.
 * Browsers cannot ping; a server without this method replies with an error.
 */
const silenceMs = 10_000;
const ping = '{"jsonrpc":"2.0","id":"ping","method":"rpc.ping"}';

/** The messages of one connection, in order: notifications wait until they are read. */
export class SocketMessages {
  readonly #socket: Socket;
  readonly #waitingMax: number;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  readonly #notifications: Message[] = [];
  readonly #readers: Waiting[] = [];
  readonly #answers = new Map<number, Waiting>();
  readonly #onAbort = () => this.#fail(this.#signal?.reason);
  #open: Waiting | undefined;
  #isOpen = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #failure: { readonly reason: unknown } | undefined;

  constructor(
    socket: Socket,
    { waitingMax, maxBytes }: { readonly waitingMax: number; readonly maxBytes: number },
    signal: AbortSignal | undefined,
  ) {
    this.#socket = socket;
    this.#waitingMax = waitingMax;
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    socket.binaryType = "arraybuffer";
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#onAbort();
    socket.addEventListener("open", () => {
      this.#isOpen = true;
      this.#expectMessage();
      this.#open?.resolve({});
    });
    socket.addEventListener("message", ({ data }) => this.#receive(data));
    const fail = (message: string) => this.#fail(new TransportError("connection", message));
    socket.addEventListener("close", () => fail("the server closed the connection"));
    socket.addEventListener("error", ({ message }) => {
      const text =
        typeof message === "string" && message !== "" ? message : "the connection failed";
      const [, status] = /^Unexpected server response: (\d{3})$/.exec(text) ?? [];
      if (status === undefined) fail(text);
      else this.#fail(new TransportError("http", `HTTP ${status}`, { status: Number(status) }));
    });
  }

  get isClosed(): boolean {
    return this.#failure !== undefined;
  }

  async opened(timeoutMs: number): Promise<void> {
    if (this.#isOpen) return;
    await this.#within(timeoutMs, (open) => {
      this.#open = open;
    });
  }

  send(text: string): void {
    if (this.#failure !== undefined) throw this.#failure.reason;
    this.#socket.send(text);
  }

  /** The response to the call with an ID. */
  answer(id: number, timeoutMs: number): Promise<Message> {
    return this.#within(timeoutMs, (waiting) => this.#answers.set(id, waiting)).finally(() =>
      this.#answers.delete(id),
    );
  }

  /** The next notification. What arrived before the connection ended is returned first. */
  next(): Promise<Message> {
    const message = this.#notifications.shift();
    if (message !== undefined) return Promise.resolve(message);
    return this.#within(0, (reader) => this.#readers.push(reader));
  }

  close(): void {
    this.#fail(new TransportError("connection", "the connection is closed"));
  }

  #within(timeoutMs: number, wait: (waiting: Waiting) => void): Promise<Message> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    return new Promise((resolve, reject) => {
      const expire = () =>
        this.#fail(new TransportError("timeout", `no answer within ${timeoutMs} ms`));
      const timer = timeoutMs === 0 ? undefined : setTimeout(expire, timeoutMs);
      const settle = <Value>(use: (value: Value) => void) => {
        return (value: Value) => {
          clearTimeout(timer);
          use(value);
        };
      };
      wait({ resolve: settle(resolve), reject: settle(reject) });
    });
  }

  #expectMessage(): void {
    const after = (silence: () => void) => {
      clearTimeout(this.#silence);
      if (this.#failure === undefined) this.#silence = setTimeout(silence, silenceMs);
    };
    after(() => {
      after(() => this.#fail(new TransportError("connection", "the server has fallen silent")));
      this.#socket.send(ping);
    });
  }

  #receive(data: unknown): void {
    this.#expectMessage();
    try {
      const isText = typeof data === "string";
      const bytes = isText ? new TextEncoder().encode(data) : (data as ArrayBuffer);
      if (bytes.byteLength > this.#maxBytes) {
        const longer = `a message is longer than ${this.#maxBytes} bytes`;
        throw new TransportError("response", longer);
      }
      const parsed = parseBody(isText ? data : new TextDecoder().decode(bytes));
      for (const message of Array.isArray(parsed) ? parsed : [parsed]) this.#deliver(message);
    } catch (error) {
      this.#fail(error);
    }
  }

  #deliver(message: Message): void {
    const isCall = typeof message?.["method"] === "string";
    const waiting = isCall ? this.#readers.shift() : this.#callOf(message);
    if (waiting !== undefined) {
      waiting.resolve(message);
      return;
    }
    if (!isCall || this.#notifications.push(message) <= this.#waitingMax) return;
    const text = `more than ${this.#waitingMax} notifications wait to be read`;
    this.#fail(new TransportError("response", text));
  }

  /** The call that a message responds to. An error without an ID is that of the only call that waits. */
  #callOf(message: Message): Waiting | undefined {
    const id = message?.["id"];
    if (id !== null || !Object.hasOwn(message, "error")) return this.#answers.get(Number(id));
    const [only] = this.#answers.values();
    return only;
  }

  #fail(reason: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { reason };
    clearTimeout(this.#silence);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    for (const { reject } of [this.#open, ...this.#readers, ...this.#answers.values()].filter(
      (waiting) => waiting !== undefined,
    )) {
      reject(reason);
    }
    this.#socket.close();
  }
}
