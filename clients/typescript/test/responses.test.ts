import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createClient, RpcError, TransportError } from "../src/index.ts";
import { eventNode } from "./event-node.ts";

type Client = ReturnType<typeof createClient>;

/** The methods of the results. */
const methods = {
  "dev.dumpState": (client: Client) => client.dev.dumpState(),
  "info.getVMs": (client: Client) => client.info.getVMs(),
  "platform.getCurrentValidators": (client: Client) => client.platform.getCurrentValidators(),
  "platform.getHeight": (client: Client) => client.platform.getHeight(),
  "platform.getSubnet": (client: Client) => client.platform.getSubnet({ subnetID: "s" }),
};
type Method = keyof typeof methods;

/** What every client makes of each response: 7, an error's code, or an invalid response. */
type Vectors = {
  readonly calls: readonly { name: string; text: string; outcome: unknown }[];
  readonly results: readonly { method: Method; result: string; field: string }[];
  readonly events: readonly string[];
  readonly batches: readonly { name: string; text: string; outcomes: readonly unknown[] }[];
};

const file = new URL("../../conformance/responses.json", import.meta.url);
const { calls, batches, results, events } = JSON.parse(readFileSync(file, "utf8")) as Vectors;

/** A client whose node sends a text with the IDs of the calls. */
function clientOf(text: string) {
  const fetch = async (_url: string, { body = "" }: { body?: string }) => {
    const ids = [JSON.parse(body)].flat().map(({ id }) => String(id));
    const sent = text.replaceAll("$1", ids[0] ?? "").replaceAll("$2", ids[1] ?? "");
    return { ok: true, status: 200, text: async () => sent };
  };
  return createClient("http://node", { fetch });
}

async function outcomeOf(call: Promise<{ readonly height: bigint }>): Promise<unknown> {
  try {
    return Number((await call).height);
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    return error instanceof TransportError && error.reason === "response" ? "invalid" : error;
  }
}

test.each(calls)("$name is $outcome", async ({ text, outcome }) => {
  expect(await outcomeOf(clientOf(text).platform.getHeight())).toBe(outcome);
});

test.each(batches)("$name in a batch is $outcomes", async ({ text, outcomes }) => {
  const settled = await clientOf(text).batch((api) => [
    api.platform.getHeight(),
    api.platform.getHeight(),
  ]);
  const found = settled.map((each) =>
    outcomeOf(
      each.status === "fulfilled" ? Promise.resolve(each.value) : Promise.reject(each.reason),
    ),
  );
  expect(await Promise.all(found)).toEqual(outcomes);
});

test.each(results)(
  "the result $result of $method is invalid",
  async ({ method, result, field }) => {
    const client = clientOf(`{"jsonrpc":"2.0","result":${result},"id":$1}`);
    const failure = await methods[method](client).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "TransportError", reason: "response" });
    expect(String(failure)).toMatch(`${method}: ${field}`);
  },
);

test.each(events)("the event %s is invalid", async (data) => {
  const node = await eventNode({ text: `id: 1\ndata: ${data}\n\n`, ends: false });
  const next = createClient(node.url).events()[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ name: "TransportError", reason: "response" });
});
