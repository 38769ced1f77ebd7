import { isPassing, RpcError, TransportError } from "./errors.ts";
import { parseExact, stringifyParams } from "./json.ts";
import { arrangeParams, type CallOptions, type MethodTable } from "./method.ts";
import { checkParams, type ParamRules } from "./param-check.ts";
import { problemText, WrongType } from "./problem.ts";
import { ShapeReader, type Shapes } from "./shape.ts";
import { sleep, type Transport, withDeadline } from "./transport.ts";

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

type Answer = {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

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
    const id = this.#nextID++;
    const text = await this.#send(
      path,
      this.#request(id, method, params),
      this.#isRepeatable(method),
      options,
    );
    const answer = parseAnswer(text);
    if (!isAnswer(answer) || (answer.id !== id && !isError(answer))) {
      throw new TransportError("response", `${method}: the response is not that to this call`);
    }
    return this.#unwrap(method, params, answer);
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
    const waiting = new Map(calls.map((call) => [this.#nextID++, call]));
    try {
      const body = [...waiting].map(([id, { method, params }]) =>
        this.#request(id, method, params),
      );
      const repeatable = calls.every(({ method }) => this.#isRepeatable(method));
      const answers = parseAnswer(
        await this.#send(path, `[${body.join(",")}]`, repeatable, options),
      );
      if (!Array.isArray(answers)) throw refusedBatch(answers);
      for (const answer of answers) {
        const call = isAnswer(answer) ? waiting.get(answer.id as number) : undefined;
        if (call === undefined) continue;
        waiting.delete(answer.id);
        this.#settle(call, answer);
      }
      for (const { method, reject } of waiting.values()) {
        reject(new TransportError("response", `${method}: the batch has no response to it`));
      }
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }

  #settle(call: PendingCall, answer: Answer): void {
    try {
      call.resolve(this.#unwrap(call.method, call.params, answer));
    } catch (error) {
      call.reject(error);
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
    try {
      return this.#shapes.read(info.result, answer.result);
    } catch (cause) {
      if (cause instanceof WrongType) {
        const message = `${method}: ${problemText(cause.problem())}`;
        throw new TransportError("response", message, { cause });
      }
      if (!(cause instanceof RangeError)) throw cause;
      const message = `${method}: the result is nested too deeply`;
      throw new TransportError("response", message, { cause });
    }
  }

  #request(id: number, method: string, params: unknown): string {
    const { methods, bigint } = this.#options;
    const arranged = arrangeParams(params, methods[method]);
    const given = arranged === undefined ? "" : `,"params":${stringifyParams(arranged, bigint)}`;
    return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${given}}`;
  }

  #isRepeatable(method: string): boolean {
    return this.#options.methods[method]?.repeatable ?? false;
  }

  #send(
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
          return await transport(url + path, body, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!repeatable || attempt >= retries || !isPassing(error)) throw error;
          await sleep(retryDelayMs * 2 ** attempt, signal);
        }
      }
    });
  }
}

function parseAnswer(text: string): unknown {
  try {
    return parseExact(text);
  } catch (cause) {
    const problem = cause instanceof RangeError ? cause.message : "not JSON";
    throw new TransportError("response", `the answer is ${problem}`, { cause });
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== "object" || value === null) return false;
  const { error } = value as { readonly error?: unknown };
  if (error === undefined || error === null) return "result" in value;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return Number.isSafeInteger(code) && typeof message === "string";
}

/** Whether a response has an error, which may lack the ID of its call. */
function isError(answer: Answer): answer is Answer & Required<Pick<Answer, "error">> {
  return answer.error !== undefined && answer.error !== null;
}

/** Returns the error of a node that rejects the whole batch. */
function refusedBatch(answer: unknown): Error {
  if (isAnswer(answer) && isError(answer)) return new RpcError("a batch", answer.error, []);
  return new TransportError("response", "the answer to a batch is no list");
}
