import { type Call, Caller, type CallerOptions, type PendingCall } from "./caller.ts";
import type { CallOptions } from "./method.ts";
import { type Fetch, httpTransport, maxResponseBytesDefault, type Transport } from "./transport.ts";

export type ClientOptions = {
  /** Total time of a call in milliseconds, including retries; 0 means no limit. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How often a call that may be repeated is sent again after a passing failure. Default 2. */
  readonly retries?: number;
  /** Wait before the first repetition, doubled for each further one. Default 100. */
  readonly retryDelayMs?: number;
  /** Bytes of a response, decompressed; a longer one is a TransportError. Default: 128 MiB. */
  readonly maxResponseBytes?: number;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Replaces HTTP. */
  readonly transport?: Transport;
};

/** Sends the calls that `build` returns together, and returns the outcome of each. */
export type SendBatch<Group> = <Calls extends readonly Promise<unknown>[]>(
  build: (api: Group) => readonly [...Calls],
  options?: CallOptions,
) => Promise<{ [Key in keyof Calls]: PromiseSettledResult<Awaited<Calls[Key]>> }>;

type Target = Pick<CallerOptions, "url" | "methods" | "shapes" | "rules" | "bigint">;

/** What calls a server, and the settings that streams share with it. */
export type Connection = {
  readonly caller: Caller;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retryDelayMs: number;
  readonly maxResponseBytes: number;
};

/** Applies the options of a client. Does not connect yet. */
export function connect(target: Target, options: ClientOptions): Connection {
  const { timeoutMs = 30_000, retries = 2, retryDelayMs = 100, headers } = options;
  const { maxResponseBytes = maxResponseBytesDefault } = options;
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const transport = options.transport ?? httpTransport(send, headers, maxResponseBytes);
  const caller = new Caller({ ...target, transport, timeoutMs, retries, retryDelayMs });
  return { caller, fetch: send, timeoutMs, retryDelayMs, maxResponseBytes };
}

/** Makes the method `batch` of a client. `bind` makes the methods whose calls it collects. */
export function batchOf<Group>(caller: Caller, bind: (call: Call) => Group): SendBatch<Group> {
  const send = async (
    build: (api: Group) => readonly Promise<unknown>[],
    options?: CallOptions,
  ) => {
    const pending: PendingCall[] = [];
    const collect: Call = (path, method, params) =>
      new Promise((resolve, reject) => {
        pending.push({ path, method, params, resolve, reject });
      });
    const settled = Promise.allSettled(build(bind(collect)));
    await caller.callTogether(pending, options);
    return settled;
  };
  return send as SendBatch<Group>;
}
