import { isError, readAnswer, readAs } from "./answer.ts";
import type { Connection } from "./connection.ts";
import { RpcError, TransportError } from "./errors.ts";
import { stringifyParams } from "./json.ts";
import { arrangeParams, type MethodTable } from "./method.ts";
import { problemText } from "./problem.ts";
import { type Shape, ShapeReader, type Shapes } from "./shape.ts";
import { type Message, type OpenSocket, SocketMessages } from "./socket-messages.ts";
import { sleep } from "./watch.ts";

/** What a subscription needs to know about its methods. */
export type SubscriptionInfo = {
  readonly method: string;
  /** The params that choose what is subscribed to. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** The members of a notification's params with the ID and with the payload. */
  readonly idMember: string;
  readonly payloadMember: string;
  /** The method that ends it. */
  readonly end?: string;
  /** By the method of the notification. With one, items are its payloads; with several, they name it. */
  readonly pushes: Readonly<Record<string, Shape>>;
};

export type SubscribeOptions = {
  /** Ends the subscription when it aborts. */
  readonly signal?: AbortSignal;
  /** Called after a reconnection, with the reason: what the server pushed in between is lost. */
  readonly onReconnect?: (reason: TransportError) => void;
};

/** Settings of a client for subscriptions. */
export type SocketOptions = {
  /** The WebSocket of subscriptions. Default: the client's URL with the scheme ws or wss. */
  readonly webSocketUrl?: string;
  /** Replaces the global `WebSocket`, for Node before 22 or for headers of your own. */
  readonly webSocket?: OpenSocket;
  /** Notifications of a subscription that wait to be read; more end it. Default: 10,000. */
  readonly waitingMax?: number;
};

type SubscriberOptions = {
  readonly url: string;
  readonly methods: MethodTable;
  readonly shapes: Shapes;
  readonly open: OpenSocket;
  /** Time for a connection and for the response to the subscription; 0 means no limit. */
  readonly timeoutMs: number;
  /** Before the first reconnection; doubles with each that fails. */
  readonly retryDelayMs: number;
  /** Notifications that wait for the consumer; more are a TransportError. */
  readonly waitingMax: number;
  /** Bytes of a message; a longer one is a TransportError. */
  readonly maxBytes: number;
};

const retryDelayMaxMs = 30_000;
const endTimeoutMs = 1_000;
const tooManyRequests = 429;

/** Subscribes over WebSockets, each subscription over a connection of its own, and subscribes again when one breaks. */
export class Subscriber {
  readonly #options: SubscriberOptions;
  readonly #shapes: ShapeReader;

  constructor(
    target: Pick<SubscriberOptions, "url" | "methods" | "shapes">,
    { webSocketUrl, webSocket, waitingMax = 10_000 }: SocketOptions,
    { timeoutMs, retryDelayMs, maxResponseBytes: maxBytes }: Connection,
  ) {
    const url = webSocketUrl ?? target.url.replace(/^http/, "ws");
    const open: OpenSocket = webSocket ?? ((address) => new WebSocket(address));
    this.#options = { ...target, url, open, timeoutMs, retryDelayMs, waitingMax, maxBytes };
    this.#shapes = new ShapeReader(target.shapes);
  }

  /**
   * What the server pushes, until the consumer leaves the loop. Throws RpcError if the server refuses the subscription, and
   * TransportError if the first connection fails.
   */
  async *subscribe(
    info: SubscriptionInfo,
    params: unknown,
    { signal, onReconnect }: SubscribeOptions = {},
  ): AsyncGenerator<unknown, void, undefined> {
    let { messages, id } = await this.#open(info, params, signal);
    try {
      for (;;) {
        try {
          const message = await messages.next();
          yield* this.#items(info, id, message);
        } catch (reason) {
          if (!isBroken(reason)) throw reason;
          ({ messages, id } = await this.#reopen(info, params, signal));
          onReconnect?.(reason);
        }
      }
    } finally {
      await this.#end(info, id, messages);
    }
  }

  /** Connects and subscribes. */
  async #open(info: SubscriptionInfo, params: unknown, signal: AbortSignal | undefined) {
    const { url, open, waitingMax, maxBytes, timeoutMs } = this.#options;
    const messages = new SocketMessages(open(url), { waitingMax, maxBytes }, signal);
    try {
      await messages.opened(timeoutMs);
      const given = { ...info.fixed, ...(params as object | undefined) };
      const id = await this.#ask(info.method, given, messages, timeoutMs);
      if (id === null) {
        const problem = problemText({ field: "", expected: "a value", got: "null" });
        throw new TransportError("response", `${info.method}: ${problem}`);
      }
      return { messages, id };
    } catch (error) {
      messages.close();
      throw error;
    }
  }

  /** The same until it succeeds, unless the server refuses. */
  async #reopen(info: SubscriptionInfo, params: unknown, signal: AbortSignal | undefined) {
    for (let attempt = 0; ; attempt++) {
      await sleep(Math.min(this.#options.retryDelayMs * 2 ** attempt, retryDelayMaxMs), signal);
      try {
        return await this.#open(info, params, signal);
      } catch (error) {
        if (!isBroken(error) || isRefusal(error)) throw error;
      }
    }
  }

  /** Sends a call and returns its result. */
  async #ask(method: string, params: unknown, messages: SocketMessages, timeoutMs: number) {
    const id = 1;
    const arranged = arrangeParams(params, this.#options.methods[method]);
    messages.send(
      `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${stringifyParams(arranged, "number")}}`,
    );
    const answer = readAnswer(method, await messages.answer(id, timeoutMs));
    if (!isError(answer)) return answer.result;
    throw new RpcError(method, answer.error, this.#options.methods[method]?.errors ?? []);
  }

  *#items(info: SubscriptionInfo, id: unknown, { method, params }: Message): Generator<unknown> {
    if (typeof method !== "string" || !Object.hasOwn(info.pushes, method)) return;
    const given = params as Readonly<Record<string, unknown>> | undefined;
    if (String(given?.[info.idMember]) !== String(id)) return;
    const shape = info.pushes[method] as Shape;
    const payload = readAs(this.#shapes, shape, given?.[info.payloadMember], method);
    yield Object.keys(info.pushes).length === 1 ? payload : { notification: method, payload };
  }

  /** Ends the subscription at the server, which also ends those of a connection that closes. */
  async #end({ end }: SubscriptionInfo, id: unknown, messages: SocketMessages): Promise<void> {
    if (end !== undefined && !messages.isClosed) {
      const params = this.#options.methods[end]?.positions?.slice(0, 1) ?? [];
      await this.#ask(end, { [params[0] ?? "subscription"]: id }, messages, endTimeoutMs).catch(
        () => {},
      );
    }
    messages.close();
  }
}

/** Whether the server will not accept a connection later, either. Only the package `ws` says with which status it refused one. */
function isRefusal({ status }: TransportError): boolean {
  return status !== undefined && status < 500 && status !== tooManyRequests;
}

/** Whether a connection ended, so that another one can go on. */
function isBroken(error: unknown): error is TransportError {
  return error instanceof TransportError && error.reason !== "response";
}
