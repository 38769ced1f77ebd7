import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profile } from "../../../../src/generated/profiles/spec.ts";
import { type StartedNode, startNode } from "../../../support/start-node.ts";

let node: StartedNode;

beforeAll(async () => {
  node = await startNode({ public: "true" });
});

afterAll(() => node.stop());

test("documents of a public server list exactly the methods that it does not refuse", async () => {
  for (const path of ["/ext/info", "/ext/bc/P", "/ext/bc/X", "/ext/index/P/block"]) {
    const { methods } = (await ask(path, "rpc.discover")).result as { methods: Method[] };
    const refused = [];
    for (const { name } of methods) {
      const { error } = await ask(path, name);
      if (error?.message === "unavailable on public servers") refused.push(name);
    }
    expect(refused).toEqual([]);
  }
  const listed = (await ask("/ext/info", "rpc.discover")).result as { methods: Method[] };
  const names = listed.methods.map(({ name }) => name);
  expect(names).toContain("info.getNetworkID");
  for (const name of ["info.getNodeID", "info.getNodeIP", "info.getVMs"]) {
    expect(names).not.toContain(name);
    expect((await ask("/ext/info", name)).error?.message).toBe("unavailable on public servers");
  }
});

test("a document has the address of each client, and is as its schema says", async () => {
  const port = new URL(node.url).port;
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`];
  const whole = await ask("/ext/info", "rpc.discover");
  for (const origin of [...origins, ...origins]) {
    const reply = await ask("/ext/info", "rpc.discover", { host: new URL(origin).host });
    const { servers, ...others } = reply.result as { servers: { url: string }[] };
    expect(servers.map(({ url }) => url)).toEqual([`${origin}/ext/info`]);
    expect(others).toEqual({ ...(whole.result as object), servers: undefined });
    const { validateResult } = profile.endpoints.info.methods["rpc.discover"]!;
    expect(validateResult(reply.result)).toBeUndefined();
  }
});

type Method = { readonly name: string };
type Reply = { readonly result?: unknown; readonly error?: { readonly message: string } };

async function ask(path: string, method: string, headers: object = {}): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method });
  const sent = request(node.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return (await json(response)) as Reply;
}
