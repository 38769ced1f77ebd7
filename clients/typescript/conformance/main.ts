import { createInterface } from "node:readline";
import {
  createAvalanchegoClient,
  createClient,
  type EventsQuery,
  NoEventsError,
  QueryError,
  RpcError,
  TransportError,
} from "../src/index.ts";
import { parseExact, stringifyExact } from "../src/json.ts";

type Call = {
  readonly method: string;
  readonly params?: unknown;
  readonly api?: string;
  readonly path?: string;
};
type Line = Call & { readonly id: string; readonly batch?: readonly Call[] };
type EventsLine = {
  readonly id: string;
  readonly events: EventsQuery;
  readonly retries?: number;
  readonly untilHeight?: string;
  readonly count?: number;
};
type Methods = Record<string, (params?: unknown) => Promise<unknown>>;
type Groups = Record<string, Methods & Record<string, Methods>>;

const [url = "", profile = ""] = process.argv.slice(2);
const create = profile === "spec" ? createClient : createAvalanchegoClient;
const client = create(url);

for await (const text of createInterface({ input: process.stdin })) {
  const line = parseExact(text) as Line | EventsLine;
  if ("events" in line) {
    await listen(line);
    continue;
  }
  const outcome = line.batch === undefined ? await single(line) : await batch(line.batch);
  print({ id: line.id, ...outcome });
}

function print(line: object): void {
  process.stdout.write(`${stringifyExact(line)}\n`);
}

/** Prints each event as it arrives, then the end of the stream. */
async function listen({ id, events, retries = 10, untilHeight, count }: EventsLine): Promise<void> {
  const stream = client.events(events, { retries });
  let left = count ?? Number.POSITIVE_INFINITY;
  try {
    for await (const event of stream) {
      print({ id, event });
      const isLast = event.type === "block" && event.height === BigInt(untilHeight ?? -1);
      if (--left === 0 || isLast) break;
    }
    print({ id, cursor: stream.cursor });
  } catch (error) {
    print({ id, failure: classify(error) });
  }
}

function classify(error: unknown): object {
  if (error instanceof QueryError) return { class: "query", field: error.field };
  if (error instanceof NoEventsError) return { class: "no-events" };
  if (!(error instanceof TransportError)) return { class: String(error) };
  return { class: "transport", reason: error.reason, status: error.status };
}

async function single(call: Call): Promise<object> {
  const [outcome] = await Promise.allSettled([send(client as never, call)]);
  return describe(outcome);
}

async function batch(calls: readonly Call[]): Promise<object> {
  const outcomes = await client.batch((api) => calls.map((call) => send(api as never, call)));
  return { batch: outcomes.map(describe) };
}

function send(groups: Groups, { method, params, api, path }: Call): Promise<unknown> {
  const [first = "", local = ""] = method.split(".");
  const group = groups[api ?? first];
  const call = (path === undefined ? group : group?.[path])?.[local];
  if (call === undefined) throw new Error(`no method ${method}`);
  return params === undefined ? call() : call(params);
}

function describe(outcome: PromiseSettledResult<unknown>): object {
  if (outcome.status === "fulfilled") return { result: outcome.value };
  const { reason } = outcome;
  if (!(reason instanceof RpcError)) return { failure: String(reason) };
  const { code, nodeMessage, data = null, declaredName: name = null, message: text } = reason;
  const error = { code, message: nodeMessage, data, name, arguments: reason.arguments, text };
  return { error };
}
