import type { IncomingHttpHeaders } from "node:http";
import { formatJson, isObject, parseJson } from "./json.ts";
import { RpcError } from "./rpc-error.ts";
import { type Problem, problemText } from "./schema-problem.ts";

/** What a handler knows about its call besides the params. */
export type Context = {
  readonly method: string;
  /** Those of the request, or of the one that opened the WebSocket. */
  readonly headers: IncomingHttpHeaders;
  /** The WebSocket of the call, for the methods that begin and end subscriptions. */
  readonly connection?: Pusher | undefined;
};

/** Where subscriptions begin and end. */
export type Pusher = {
  readonly begin: (stream: never, params: unknown, context: Context) => Promise<unknown>;
  readonly end: (id: unknown) => boolean;
};

/** A compiled check of a value: false with `errors` if the value does not match its schema. */
export type Check = {
  (value: unknown): boolean;
  readonly errors?: readonly Problem[] | null;
};

/** What the server knows about a method. */
export type Method = {
  /** Names of the params in order. */
  readonly params: readonly string[];
  /** Optional params whose schema does not allow null: null stands for leaving them out. */
  readonly nullIsAbsent: readonly string[];
  readonly structure: "by-name" | "by-position" | "either";
  readonly checkParams: Check;
  readonly checkResult: Check;
  /** Makes the 64-bit integers of checked params bigint. Throws RpcError. */
  readonly exact?: (params: unknown) => unknown;
  /** What it begins, if it begins or ends subscriptions: it needs a WebSocket. */
  readonly streams?: readonly { readonly handler: unknown }[];
  /** Loosely typed: the table of handlers has the types of each method. */
  readonly handler: (params: never, context: Context) => unknown;
};

/** Answers JSON-RPC requests. */
export type Service = {
  /** Returns the response to a body; undefined if it has only notifications. */
  readonly answer: (
    body: string,
    headers: IncomingHttpHeaders,
    connection?: Pusher,
  ) => Promise<string | undefined>;
};

/** Creates a service of methods by name. `discover` returns the OpenRPC document as JSON. */
export function createService(
  methods: ReadonlyMap<string, Method>,
  discover: () => string,
  log: (problem: string) => void,
): Service {
  const answerOne = async (request: unknown, context: Omit<Context, "method">) => {
    if (!isObject(request)) return failure(null, invalidRequest());
    const { id, jsonrpc, method, params } = request;
    const isCall = jsonrpc === "2.0" && typeof method === "string" && isID(id);
    if (!isCall || (params !== undefined && (typeof params !== "object" || params === null))) {
      return failure(isID(id) ? (id ?? null) : null, invalidRequest());
    }
    const outcome = await outcomeOf(params, { ...context, method });
    if (id === undefined) return undefined;
    if (typeof outcome !== "string") return failure(id, outcome);
    return `{"jsonrpc":"2.0","id":${formatJson(id)},"result":${outcome}}`;
  };

  /** The result as JSON, or the error. */
  const outcomeOf = async (params: unknown, context: Context) => {
    const name = context.method;
    if (name === "rpc.discover" && !methods.has(name)) return discover();
    const method = methods.get(name);
    if (method === undefined) return new RpcError(-32601, "Method not found");
    if (method.streams !== undefined && context.connection === undefined) {
      return new RpcError(-32601, "Method not found", "subscriptions need a WebSocket");
    }
    try {
      const given = checkedParams(method, params);
      const result = await method.handler(given as never, context);
      const text = formatJson(result ?? null);
      if (method.checkResult(JSON.parse(text))) return text;
      log(`${name} returned an invalid result: ${problemText(method.checkResult.errors)}`);
    } catch (error) {
      if (error instanceof RpcError) return error;
      log(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
    return new RpcError(-32603, "Internal error");
  };

  return {
    answer: async (body, headers, connection) => {
      const context = { headers, connection };
      let request: unknown;
      try {
        request = parseJson(body);
      } catch {
        return failure(null, new RpcError(-32700, "Parse error"));
      }
      if (!Array.isArray(request)) return answerOne(request, context);
      if (request.length === 0) return failure(null, invalidRequest());
      const all = await Promise.all(request.map((each: unknown) => answerOne(each, context)));
      const answers = all.filter((each) => each !== undefined);
      return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
    },
  };
}

function checkedParams(method: Method, sent: unknown): Record<string, unknown> {
  try {
    return paramsOf(method, sent);
  } catch (error) {
    if (error instanceof RangeError) throw invalidParams("the params are nested too deeply");
    throw error;
  }
}

/** Params by name, checked, with exact 64-bit integers. Throws RpcError. */
function paramsOf(method: Method, sent: unknown): Record<string, unknown> {
  const { params, nullIsAbsent, structure, checkParams, exact } = method;
  const given: Record<string, unknown> = Object.create(null);
  if (Array.isArray(sent)) {
    if (structure === "by-name") throw invalidParams("the params must have names");
    if (sent.length > params.length) throw invalidParams(`at most ${params.length} params`);
    for (const [index, value] of sent.entries()) given[params[index] as string] = value;
  } else if (isObject(sent)) {
    if (structure === "by-position" && Object.keys(sent).length > 0) {
      throw invalidParams("the params must be a list");
    }
    Object.assign(given, sent);
  }
  for (const name of nullIsAbsent) if (given[name] === null) Reflect.deleteProperty(given, name);
  if (!checkParams(JSON.parse(formatJson(given))))
    throw invalidParams(problemText(checkParams.errors));
  return (exact === undefined ? given : exact(given)) as typeof given;
}

export function invalidParams(data: string): RpcError {
  return new RpcError(-32602, "Invalid params", data);
}

function invalidRequest(): RpcError {
  return new RpcError(-32600, "Invalid Request");
}

function isID(id: unknown): boolean {
  return id === undefined || id === null || ["string", "number", "bigint"].includes(typeof id);
}

function failure(id: unknown, { code, message, data }: RpcError): string {
  return formatJson({ jsonrpc: "2.0", id, error: { code, message, data } });
}
