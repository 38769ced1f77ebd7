import { createInterface } from "node:readline";
import { createAvalanchegoClient, createClient, RpcError } from "../src/index.ts";
import { parseExact, stringifyParams } from "../src/json.ts";

type Call = {
  readonly method: string;
  readonly params?: unknown;
  readonly api?: string;
  readonly path?: string;
};
type Line = Call & { readonly id: string; readonly batch?: readonly Call[] };
type Methods = Record<string, (params?: unknown) => Promise<unknown>>;
type Groups = Record<string, Methods & Record<string, Methods>>;

const [url = "", profile = ""] = process.argv.slice(2);
const create = profile === "spec" ? createClient : createAvalanchegoClient;
const client = create(url);

for await (const text of createInterface({ input: process.stdin })) {
  const line = parseExact(text) as Line;
  const outcome = line.batch === undefined ? await single(line) : await batch(line.batch);
  process.stdout.write(`${stringifyParams({ id: line.id, ...outcome })}\n`);
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
  const { code, message, data = null, declaredName: name = null } = reason;
  return { error: { code, message, data, name, arguments: reason.arguments } };
}
