import { expect, expectTypeOf, test } from "vitest";
import { createClient, isDeclared } from "../src/index.ts";
import { error, fakeNode, result } from "./node.ts";

const url = "http://node";

test("calls go together, one request a path, and each ends for itself", async () => {
  const node = fakeNode({
    "platform.getHeight": () => result('{"height":"5"}'),
    "platform.getTx": () => error(-32000, "not found"),
    "info.getNetworkName": () => result('{"networkName":"local"}'),
  });
  const client = createClient(url, { fetch: node.fetch });
  const [height, tx, name] = await client.batch((api) => [
    api.platform.getHeight(),
    api.platform.getTx({ txID: "t" }),
    api.info.getNetworkName(),
  ]);
  expectTypeOf(height).toEqualTypeOf<PromiseSettledResult<{ readonly height: bigint }>>();
  expect(height).toEqual({ status: "fulfilled", value: { height: 5n } });
  expect(tx.status).toBe("rejected");
  expect(tx.status === "rejected" && isDeclared(tx.reason, "InvalidParams")).toBe(false);
  expect(name).toEqual({ status: "fulfilled", value: { networkName: "local" } });
  expect(node.requests.map((request) => [request.url, (request.body as unknown[]).length])).toEqual(
    [
      ["http://node/ext/bc/P", 2],
      ["http://node/ext/info", 1],
    ],
  );
});

test("an empty batch asks nothing", async () => {
  const node = fakeNode({});
  expect(await createClient(url, { fetch: node.fetch }).batch(() => [])).toEqual([]);
  expect(node.requests).toEqual([]);
});

test("a call without a response, and every call of a rejected batch, is rejected", async () => {
  const answering = (text: string) => ({
    fetch: async () => ({ ok: true, status: 200, text: async () => text }),
  });
  const [lost] = await createClient(url, answering("[]")).batch((api) => [
    api.platform.getHeight(),
  ]);
  expect(lost).toMatchObject({ status: "rejected", reason: { reason: "response" } });
  const refusal = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}';
  const both = await createClient(url, answering(refusal)).batch((api) => [
    api.platform.getHeight(),
    api.platform.getTimestamp(),
  ]);
  expect(both).toMatchObject([
    { status: "rejected", reason: { code: -32600 } },
    { status: "rejected", reason: { code: -32600 } },
  ]);
});
