import { afterAll, beforeAll, expect, test } from "vitest";
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

type Method = { readonly name: string };
type Reply = { readonly result?: unknown; readonly error?: { readonly message: string } };

async function ask(path: string, method: string): Promise<Reply> {
  const response = await fetch(node.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method }),
  });
  return (await response.json()) as Reply;
}
