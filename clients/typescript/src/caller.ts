import {
  type Answer,
  answersByID,
  isError,
  parseBody,
  readAnswer,
  readAnswerTo,
  readAs,
  refusedBatch,
} from "./answer.ts";
import { isPassing, RpcError, TransportError } from "./errors.ts";
import { stringifyParams } from "./json.ts";
import { arrangeParams, type CallOptions, type MethodTable } from "./method.ts";
import { checkParams, type ParamRules } from "./param-check.ts";
import { ShapeReader, type Shapes } from "./shape.ts";
import { type Transport, urlAt } from "./transport.ts";
import { sleep, withDeadline } from "./watch.ts";

/** Calls a method at a path and returns its result. */
export type Call = (
  path: string,
  method: string,
  params: unknown,
  options?: CallOptions,
) => Promise<unknown>;

/** One call of a batch, and how to settle it. */
export type PendingCall = {
  readonly path: string;
  readonly method: string;
  readonly params: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
};

export type CallerOptions = {
  readonly url: string;
  readonly methods: MethodTable;
  /** The types of results. */
  readonly shapes: Shapes;
  /** What params accept, for nodes that do not say which one they reject. */
  readonly rules?: ParamRules;
  readonly transport: Transport;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Before the first repetition; doubles with each. */
  readonly retryDelayMs: number;
  /** How a bigint in params is sent. Default: as text. */
  readonly bigint?: "text" | "number";
};

/** Those of a URL, which errors do not show. */
const credentials = /(https?:\/\/)[^/?#\s]*@/gi;

/** Sends JSON-RPC requests over a transport. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #shapes: ShapeReader;
  #nextID = 1;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#shapes = new ShapeReader(options.shapes);
  }

  /** Sends one call. */
  readonly call: Call = async (path, method, params, options) => {
    const id = this.#idFor(method);
    const body = this.#request(id, method, params);
    const read = id === undefined ? () => undefined : parseBody;
    const answer = await this.#send(method, path, body, this.#isRepeatable(method), read, options);
    return id === undefined
      ? undefined
      : this.#unwrap(method, params, readAnswerTo(method, id, answer));
  };

  /** Sends calls together, one HTTP request a path, and settles each. */
  async callTogether(calls: readonly PendingCall[], options?: CallOptions): Promise<void> {
    const byPath = new Map<string, PendingCall[]>();
    for (const call of calls) byPath.set(call.path, [...(byPath.get(call.path) ?? []), call]);
    await Promise.all([...byPath].map(([path, group]) => this.#sendBatch(path, group, options)));
  }

  async #sendBatch(
    path: string,
    calls: readonly PendingCall[],
    options?: CallOptions,
  ): Promise<void> {
    const sending = calls.map((call) => ({ id: this.#idFor(call.method), call }));
    try {
      const body = sending.map(({ id, call }) => this.#request(id, call.method, call.params));
      const repeatable = calls.every(({ method }) => this.#isRepeatable(method));
      const name = `batch of ${calls.length}`;
      const waiting = new Map(
        sending.flatMap(({ id, call }) => (id === undefined ? [] : [[id, call] as const])),
      );
      const read = waiting.size === 0 ? () => undefined : parseBody;
      const text = `[${body.join(",")}]`;
      const answers = await this.#send(name, path, text, repeatable, read, options);
      for (const { id, call } of sending) if (id === undefined) call.resolve(undefined);
      if (waiting.size === 0) return;
      if (!Array.isArray(answers)) throw refusedBatch(answers);
      const byID = answersByID(answers, waiting);
      for (const [id, call] of waiting) this.#settle(call, id, byID);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  #settle(call: PendingCall, id: number, answers: ReadonlyMap<unknown, unknown>): void {
    const { method, params, resolve, reject } = call;
    try {
      if (!answers.has(id)) {
        throw new TransportError("response", `${method}: the batch has no response to it`);
      }
      resolve(this.#unwrap(method, params, readAnswer(method, answers.get(id))));
    } catch (error) {
      reject(error);
    }
  }

  #unwrap(method: string, params: unknown, answer: Answer): unknown {
    const { methods, rules } = this.#options;
    const info = methods[method];
    if (isError(answer)) {
      const findProblem = () => rules && checkParams(rules, method, params);
      throw new RpcError(method, answer.error, info?.errors ?? [], findProblem);
    }
    if (info?.result === undefined) return answer.result;
    return readAs(this.#shapes, info.result, answer.result, method);
  }

  /** The ID of the next call; none for a notification. */
  #idFor(method: string): number | undefined {
    return this.#options.methods[method]?.isNotification === true ? undefined : this.#nextID++;
  }

  #request(id: number | undefined, method: string, params: unknown): string {
    const { methods, bigint } = this.#options;
    const arranged = arrangeParams(params, methods[method]);
    const given = arranged === undefined ? "" : `,"params":${stringifyParams(arranged, bigint)}`;
    const own = id === undefined ? "" : `,"id":${id}`;
    return `{"jsonrpc":"2.0"${own},"method":${JSON.stringify(method)}${given}}`;
  }

  #isRepeatable(method: string): boolean {
    return this.#options.methods[method]?.repeatable ?? false;
  }

  /** `name` is that of the method, for errors. */
  async #send(
    name: string,
    path: string,
    body: string,
    repeatable: boolean,
    read: (text: string) => unknown,
    options?: CallOptions,
  ): Promise<unknown> {
    try {
      return read(await this.#attempts(path, body, repeatable, options));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const { reason, message, status, cause } = error;
      const text = `${name} at ${urlAt(this.#options.url, path)}: ${message}`;
      throw new TransportError(reason, text.replaceAll(credentials, "$1"), {
        ...(status !== undefined && { status }),
        cause,
      });
    }
  }

  #attempts(
    path: string,
    body: string,
    repeatable: boolean,
    options: CallOptions = {},
  ): Promise<string> {
    const { url, transport, retryDelayMs } = this.#options;
    const { timeoutMs = this.#options.timeoutMs, retries = this.#options.retries } = options;
    return withDeadline(timeoutMs, options.signal, async (signal) => {
      for (let attempt = 0; ; attempt++) {
        try {
          return await transport(urlAt(url, path), body, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!repeatable || attempt >= retries || !isPassing(error)) throw error;
          await sleep(retryDelayMs * 2 ** attempt, signal);
        }
      }
    });
  }
}
