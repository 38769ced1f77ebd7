import { equal } from "./equal.ts";
import { formatJson } from "./json.ts";
import { RpcError } from "./rpc-error.ts";
import { problemText } from "./schema-problem.ts";
import type { Check, Context, Method, Pusher } from "./service.ts";

/** Of one connection. */
export const defaultSubscriptionsMax = 1_000;

/** What the handler of a stream knows about its subscription besides the params. */
export type StreamContext = Context & {
  /** Aborted when the subscription ends or its connection closes: stop waiting then. */
  readonly signal: AbortSignal;
};

/** What a subscribing method pushes, for some of its params. */
export type Stream = {
  /** The params that choose it. */
  readonly when: Readonly<Record<string, unknown>>;
  /** The names of the other params that it takes. */
  readonly takes: readonly string[];
  /** The form of its IDs. */
  readonly id: keyof typeof idForms;
  readonly idMember: string;
  readonly payloadMember: string;
  /** The check of each notification's payload. */
  readonly pushes: ReadonlyMap<string, Check>;
  /** Loosely typed: the table of handlers has the types of each stream. */
  readonly handler: (params: never, context: StreamContext) => unknown;
};

/** How a server writes the IDs of its subscriptions. */
export const idForms = {
  hex: (number: number) => `0x${number.toString(16)}`,
  number: (number: number) => number,
  text: (number: number) => `${number}`,
  bytes: (number: number) => `0x${number.toString(16).padStart(32, "0")}`,
  hash: (number: number) => `0x${number.toString(16).padStart(64, "0")}`,
  uuid: (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
} as const;

/** A method that begins one of the streams, and returns the ID of the subscription. */
export function subscribing(streams: readonly Stream[]): Pick<Method, "handler" | "streams"> {
  return {
    streams,
    handler: (params: Readonly<Record<string, unknown>>, context: Context) => {
      const chosen = streams
        .filter(({ when }) =>
          Object.entries(when).every(([name, value]) => equal(params[name], value)),
        )
        .sort((a, b) => Object.keys(b.when).length - Object.keys(a.when).length);
      const [stream] = chosen;
      if (stream === undefined)
        throw new RpcError(-32602, "Invalid params", "no such subscription");
      const given = Object.entries(params).filter(([name]) => stream.takes.includes(name));
      return context.connection?.begin(stream as never, Object.fromEntries(given), context);
    },
  };
}

/**
 * A method that ends a subscription: a param has its ID. It returns whether the subscription existed, or `result` where the
 * document wants another result.
 */
export function ending(param: string, result?: unknown): Pick<Method, "handler" | "streams"> {
  return {
    streams: [],
    handler: (params: Readonly<Record<string, unknown>>, { connection }: Context) => {
      const existed = connection?.end(params[param]) === true;
      return result === undefined ? existed : result;
    },
  };
}

export type ConnectionOptions = {
  readonly subscriptionsMax: number;
  /** Resolves when the other side has taken the text, so that a slow one holds up its streams only. */
  readonly send: (text: string) => Promise<void>;
  /** A stream failed: what the client would take for silence ends the connection instead. */
  readonly fail: (problem: string) => void;
};

/** The subscriptions of one connection. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #running = new Map<string, AbortController>();
  /** IDs are those of one connection: nothing else sees its notifications. */
  #lastID = 0;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** For one message: what it begins starts with `start`, when the response has been sent. */
  turn(): Pusher & { readonly start: () => void } {
    const begun: (() => void)[] = [];
    return {
      begin: async (stream: Stream, params, context) => {
        const { id, start } = await this.#begin(stream, params, context);
        begun.push(start);
        return id;
      },
      end: (id) => this.#end(String(id)),
      start: () => {
        for (const start of begun) start();
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#running.keys()]) this.#end(id);
  }

  async #begin(stream: Stream, params: unknown, context: Context) {
    if (this.#running.size >= this.#options.subscriptionsMax) {
      throw new RpcError(-32000, "Too many subscriptions");
    }
    const id = idForms[stream.id](++this.#lastID);
    const controller = new AbortController();
    this.#running.set(String(id), controller);
    if (this.#isClosed) controller.abort();
    const { signal } = controller;
    try {
      const items = await stream.handler(params as never, { ...context, signal });
      const start = () =>
        void this.#push(stream, id, items as AsyncIterable<unknown>, signal).finally(() =>
          this.#end(String(id)),
        );
      return { id, start };
    } catch (error) {
      this.#end(String(id));
      throw error;
    }
  }

  #end(id: string): boolean {
    this.#running.get(id)?.abort();
    return this.#running.delete(id);
  }

  async #push(stream: Stream, id: unknown, items: AsyncIterable<unknown>, signal: AbortSignal) {
    const { pushes, idMember, payloadMember } = stream;
    const [only = ""] = pushes.keys();
    try {
      for await (const item of items) {
        if (signal.aborted) break;
        const { notification, payload } =
          pushes.size === 1
            ? { notification: only, payload: item }
            : (item as { readonly notification: string; readonly payload: unknown });
        const text = formatJson(payload ?? null);
        const problem = problemOf(pushes.get(notification), text);
        if (problem !== undefined) throw new Error(`${notification} ${problem}`);
        const params = `{${JSON.stringify(idMember)}:${formatJson(id)},${JSON.stringify(payloadMember)}:${text}}`;
        await this.#options.send(
          `{"jsonrpc":"2.0","method":${JSON.stringify(notification)},"params":${params}}`,
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#options.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
}

function problemOf(check: Check | undefined, text: string): string | undefined {
  if (check === undefined) return "is not a notification of this subscription";
  if (check(JSON.parse(text))) return undefined;
  return `is invalid: ${problemText(check.errors)}`;
}
