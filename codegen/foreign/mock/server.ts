import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { methodsByName, nameOf } from "../../document-parts.ts";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  textAt,
} from "../../load/json.ts";
import { createHttpServer } from "../server/runtime/http.ts";
import { subscriptionsOf, withoutPushes } from "../subscriptions/find.ts";
import { type CallError, invalid, type Outcome } from "./answers.ts";
import { Chaos } from "./chaos.ts";
import { randomOf } from "./random.ts";
import { type Answers, openAnswers } from "./router.ts";
import type { Session } from "./session.ts";
import { serveSockets } from "./sockets.ts";

/** What answers, and the methods that are called. */
type Service = {
  /** Opened with the first call. */
  readonly answers: () => Promise<Answers>;
  readonly methods: ReadonlyMap<string, JsonObject>;
  readonly chaos: Chaos | undefined;
  /** The methods that begin and end subscriptions. */
  readonly overSockets: ReadonlySet<string>;
  /** The subscriptions of a connection; none over HTTP. */
  readonly session?: Session;
};

export type MockOptions = {
  /** Between two notifications of a subscription. Default: a second. */
  readonly pushIntervalMs?: number;
  /** Random valid results for params without an example of their own, the same for the same seed. */
  readonly seed?: string | undefined;
  /** The share of calls that fail, from 0 to 1: with a declared error, a delay, or a connection that breaks. */
  readonly chaos?: number | undefined;
};

/**
 * A server that answers JSON-RPC over HTTP and WebSockets at every path with the examples of a self-contained document, and
 * pushes samples to subscriptions.
 */
export function createMockServer(written: JsonObject, options: MockOptions = {}): Server {
  let opened: Promise<Answers> | undefined;
  const document = withoutPushes(written);
  const answers = () => {
    opened ??= openAnswers(document, options.seed, written);
    return opened;
  };
  const service: Service = {
    answers,
    methods: methodsByName(document),
    chaos: chaosOf(options),
    overSockets: new Set(
      subscriptionsOf(written).flatMap(({ method, end = "" }) => [nameOf(method), end]),
    ),
  };
  // That of generated servers, so that both refuse the same requests.
  const server = createHttpServer(
    {
      answer: async (body) => {
        const answer = await answerBody(service, body);
        return answer === undefined ? undefined : formatJson(answer);
      },
    },
    { allowedOrigin: "*" },
  );
  const { pushIntervalMs = 1_000 } = options;
  serveSockets(server, written, pushIntervalMs, (text, session) =>
    answerBody({ ...service, session }, text),
  );
  return server;
}

/** Without a seed, another order of failures each time. */
function chaosOf({ chaos = 0, seed = String(Math.random()) }: MockOptions): Chaos | undefined {
  return chaos === 0 ? undefined : new Chaos(chaos, randomOf(`chaos ${seed}`));
}

const invalidRequest: CallError = { code: -32600, message: "Invalid Request" };

/** The connection breaks on purpose. */
class Dropped extends Error {}

async function answerBody(service: Service, body: string): Promise<Json | undefined> {
  let json: Json;
  try {
    json = parseJson(body);
  } catch {
    return failure(null, { code: -32700, message: "Parse error" });
  }
  if (!Array.isArray(json)) return answerOne(service, json);
  if (json.length === 0) return failure(null, invalidRequest);
  const answered = await Promise.all(json.map((each: Json) => answerOne(service, each)));
  const all = answered.filter((each) => each !== undefined);
  return all.length === 0 ? undefined : all;
}

async function answerOne(service: Service, request: Json): Promise<Json | undefined> {
  if (!isObject(request)) return failure(null, invalidRequest);
  const { id, jsonrpc, method, params } = request;
  if (!isID(id)) return failure(null, invalidRequest);
  const isCall = jsonrpc === "2.0" && typeof method === "string";
  if (!isCall || (params !== undefined && (typeof params !== "object" || params === null))) {
    return failure(id ?? null, invalidRequest);
  }
  const fault = service.chaos?.next(service.methods.get(method));
  if (fault?.kind === "drop") throw new Dropped();
  if (fault?.kind === "delay") await sleep(fault.delayMs);
  if (fault?.kind === "error") return id === undefined ? undefined : failure(id, fault.error);
  const answered = misplaced(service, method, params) ?? (await answerOf(service, method, params));
  const outcome = service.session?.after(method, params, answered) ?? answered;
  if (id === undefined) return undefined;
  if ("error" in outcome) return failure(id, outcome.error);
  return { jsonrpc: "2.0", id, result: outcome.result };
}

async function answerOf({ answers }: Service, method: string, params: Json | undefined) {
  try {
    return await (await answers()).answer(method, params);
  } catch (error) {
    if (error instanceof RangeError) return invalid("the params are nested too deeply");
    return { error: internal(error) };
  }
}

/** Most often, a schema of the document is invalid. */
function internal(error: unknown): CallError {
  return { code: -32603, message: (error as Error).message };
}

/** The error of a subscription over HTTP, or of params in a structure that the method does not take. */
function misplaced(
  { methods, overSockets, session }: Service,
  method: string,
  params: Json | undefined,
): Outcome | undefined {
  if (session === undefined && overSockets.has(method)) {
    const data = "subscriptions need a WebSocket";
    return { error: { code: -32601, message: "Method not found", data } };
  }
  const structure = textAt(methods.get(method), "paramStructure");
  const isNamed = isObject(params) && Object.keys(params).length > 0;
  const data =
    structure === "by-name" && Array.isArray(params)
      ? "the params must have names"
      : structure === "by-position" && isNamed
        ? "the params must be a list"
        : undefined;
  return data === undefined ? undefined : invalid(data);
}

function isID(id: Json | undefined): boolean {
  return id === undefined || id === null || ["string", "number", "bigint"].includes(typeof id);
}

function failure(id: Json, error: CallError): Json {
  return { jsonrpc: "2.0", id, error };
}
