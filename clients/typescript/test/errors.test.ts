import { expect, expectTypeOf, test } from "vitest";
import { createClient, isDeclared, RpcError, TransportError } from "../src/index.ts";
import { error, fakeNode } from "./node.ts";

const url = "http://node";

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
}

test("a declared error is known by name, with the parts of its message", async () => {
  const node = fakeNode({
    "info.getBlockchainID": () => error(-32000, "there is no ID with alias: Q:1"),
  });
  const { info } = createClient(url, { fetch: node.fetch });
  const reason = await failure(info.getBlockchainID({ alias: "Q:1" }));
  if (!isDeclared(reason, "AliasNotFound")) return expect.fail("not recognised");
  expectTypeOf(reason.arguments.alias).toEqualTypeOf<string>();
  expect(reason).toMatchObject({
    name: "RpcError",
    message: "info.getBlockchainID: there is no ID with alias: Q:1",
    nodeMessage: "there is no ID with alias: Q:1",
    code: -32000,
    method: "info.getBlockchainID",
    arguments: { alias: "Q:1" },
  });
  expect(isDeclared(reason, "NotFound")).toBe(false);
});

test("an error about the params names the field", async () => {
  const data = '{"field":"alias","expected":"text","got":"5"}';
  const node = fakeNode({ "info.getBlockchainID": () => error(-32602, "Invalid params", data) });
  const { info } = createClient(url, { fetch: node.fetch });
  const reason = await failure(info.getBlockchainID({ alias: "X" }));
  expect(isDeclared(reason, "InvalidParams") && reason.arguments).toEqual(JSON.parse(data));
});

test("an error in the words of AvalancheGo is known too", async () => {
  const sentence =
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";
  const node = fakeNode({ "platform.getTx": () => error(-32000, sentence) });
  const { platform } = createClient(url, { fetch: node.fetch });
  const reason = await failure(platform.getTx({ txID: "bad" }));
  expect(isDeclared(reason, "InvalidParams")).toBe(true);
});

test("an error that no document knows has no name", async () => {
  const node = fakeNode({ "platform.getHeight": () => error(-32099, "odd") });
  const { platform } = createClient(url, { fetch: node.fetch });
  const reason = await failure(platform.getHeight());
  expect(reason).toBeInstanceOf(RpcError);
  expect(reason).toMatchObject({ declaredName: undefined, code: -32099 });
});

test.each([
  ["not JSON", "<html>"],
  ["no answer", "{}"],
  ["another call's answer", '{"jsonrpc":"2.0","result":{},"id":99}'],
])("%s is a TransportError", async (_name, text) => {
  const fetch = async () => ({ ok: true, status: 200, text: async () => text });
  const reason = await failure(createClient(url, { fetch }).platform.getHeight());
  expect(reason).toBeInstanceOf(TransportError);
  expect(reason).toMatchObject({ reason: "response" });
});

test("the error for a response that is not JSON names the method and the URL", async () => {
  const fetch = async () => ({ ok: true, status: 200, text: async () => "<html>" });
  const client = createClient(url, { fetch });
  const alone = await failure(client.platform.getHeight());
  const problem = `at ${url}/ext/bc/P: the answer is not JSON`;
  expect(alone).toMatchObject({ message: `platform.getHeight ${problem}` });
  const [outcome] = await client.batch((api) => [api.platform.getHeight()]);
  expect(outcome).toMatchObject({ reason: { message: `batch of 1 ${problem}` } });
});

test("an error does not show the credentials of a URL", async () => {
  const client = createClient("http://name:secret@127.0.0.1:9650/x", { retries: 0 });
  const { message } = (await failure(client.platform.getHeight())) as Error;
  expect(message).toContain("at http://127.0.0.1:9650/x/ext/bc/P: ");
  expect(message).not.toContain("secret");
});

test.each(["1.5", "1e400", "0.99999999999999999999", "99999999999999999999", "true"])(
  "an error with code %s is a TransportError, in a batch too",
  async (code) => {
    const answer = (id: number) =>
      `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"odd"}}`;
    const alone = async () => ({ ok: true, status: 200, text: async () => answer(1) });
    const reason = await failure(createClient(url, { fetch: alone }).platform.getHeight());
    expect(reason).toBeInstanceOf(TransportError);
    expect(reason).toMatchObject({ reason: "response" });
    const together = async () => ({ ok: true, status: 200, text: async () => `[${answer(1)}]` });
    const [outcome] = await createClient(url, { fetch: together }).batch((api) => [
      api.platform.getHeight(),
    ]);
    expect(outcome).toMatchObject({ status: "rejected", reason: { reason: "response" } });
  },
);

test.each([
  ["start index (5) > last accepted index (4)", "5", "4"],
  [
    "start index (5) > last accepted index (4) > last accepted index (3)",
    "5) > last accepted index (4",
    "3",
  ],
  ["start index () > last accepted index ()", "", ""],
])("%s is read up to the last of its fixed texts", async (message, startIndex, lastIndex) => {
  const node = fakeNode({ "index.getContainerRange": () => error(-32000, message) });
  const { index } = createClient(url, { fetch: node.fetch });
  const reason = await failure(
    index["P/block"].getContainerRange({ startIndex: 0n, numToFetch: 1n }),
  );
  if (!isDeclared(reason, "StartIndexTooHigh")) return expect.fail("not recognised");
  expect(reason.arguments).toEqual({ startIndex, lastIndex });
});

test("a message that repeats the fixed texts of an error is read in linear time", async () => {
  const fixed =
    ": failed to fetch validator set at unfinalized height with SubnetID = : current P-chain height (";
  const message = `failed to get validator set at ${fixed.repeat(30_000)})`;
  const node = fakeNode({ "platform.getValidatorsAt": () => error(-32000, message) });
  const { platform } = createClient(url, { fetch: node.fetch });
  const began = performance.now();
  const reason = await failure(platform.getValidatorsAt({ height: 1n }));
  expect(performance.now() - began).toBeLessThan(2000);
  expect(reason).toMatchObject({ name: "RpcError", declaredName: undefined });
});
