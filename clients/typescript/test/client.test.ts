import { expect, expectTypeOf, test } from "vitest";
import { createAvalanchegoClient, createClient } from "../src/index.ts";
import { fakeNode, result } from "./node.ts";

const url = "http://node";

// [spec: 2.1.both-forms]
test("a call goes to the path of its API with its params, and decimal text is returned as bigint", async () => {
  const node = fakeNode({
    "platform.getHeight": () => result('{"height":"18446744073709551615"}'),
  });
  const client = createClient(`${url}/`, { fetch: node.fetch, headers: { "x-key": "k" } });
  const { height } = await client.platform.getHeight();
  expectTypeOf(height).toEqualTypeOf<bigint>();
  expect(height).toBe(18446744073709551615n);
  expect(node.requests).toEqual([
    {
      url: "http://node/ext/bc/P",
      body: { jsonrpc: "2.0", id: 1, method: "platform.getHeight" },
      headers: { "content-type": "application/json", "x-key": "k" },
    },
  ]);
});

test("a URL that ends in the path of an API is that of the node", async () => {
  const node = fakeNode({ "info.getNetworkName": () => result('{"networkName":"local"}') });
  for (const path of ["/ext/bc/P", "/ext/info", "/ext/bc/P/", "/ext/index/P/block"]) {
    await createClient(url + path, { fetch: node.fetch }).info.getNetworkName();
  }
  await createClient(`${url}/ext/other`, { fetch: node.fetch }).info.getNetworkName();
  expect(node.requests.map((request) => request.url)).toEqual([
    ...Array(4).fill("http://node/ext/info"),
    "http://node/ext/other/ext/info",
  ]);
});

// [spec: 2.1.both-forms]
test("numbers beyond 2^53 keep every digit, and smaller ones become bigint too", async () => {
  const apricotPhase4MinPChainHeight = "9007199254740993";
  const times =
    "apricotPhase1 apricotPhase2 apricotPhase3 apricotPhase4 apricotPhase5 apricotPhasePre6 apricotPhase6 " +
    "apricotPhasePost6 banff cortina durango etna";
  const texts = times.split(" ").map((name) => `"${name}Time":"x"`);
  const members = [
    ...texts,
    '"cortinaXChainStopVertexID":"x"',
    `"apricotPhase4MinPChainHeight":${apricotPhase4MinPChainHeight}`,
  ];
  const node = fakeNode({ "info.upgrades": () => result(`{${members.join()}}`) });
  const client = createClient(url, { fetch: node.fetch });
  const upgrades = await client.info.upgrades();
  expect(upgrades.apricotPhase4MinPChainHeight).toBe(9007199254740993n);
  expect(upgrades.banffTime).toBe("x");
});

test("64-bit integers deep inside lists, maps and unions are returned as bigint", async () => {
  const node = fakeNode({
    "platform.getCurrentValidators": () =>
      result(
        '{"validators":[{"txID":"t","startTime":"1","endTime":"2","stakeAmount":"3","nodeID":"n","validationRewardOwner":{"locktime":"0","threshold":"1","addresses":[]},"delegationFee":"2.0000"}]}',
      ),
    "platform.getValidatorsAt": () => result('{"validators":{"NodeID-a":"7"}}'),
    "platform.getBlock": () => result('{"block":"0x00","encoding":"hex"}'),
  });
  const { platform } = createClient(url, { fetch: node.fetch });
  const { validators } = await platform.getCurrentValidators();
  expect(validators[0]).toMatchObject({
    startTime: 1n,
    stakeAmount: 3n,
    validationRewardOwner: { locktime: 0n, threshold: 1n, addresses: [] },
    delegationFee: "2.0000",
  });
  expect(await platform.getValidatorsAt({ height: "proposed" })).toEqual({
    validators: { "NodeID-a": 7n },
  });
  expect(await platform.getBlock({ blockID: "b" })).toEqual({ block: "0x00", encoding: "hex" });
});

test("bigint params are sent as decimal text", async () => {
  const node = fakeNode({
    "platform.getBlockByHeight": () => result('{"block":"0x","encoding":"hex"}'),
  });
  const { platform } = createClient(url, { fetch: node.fetch });
  await platform.getBlockByHeight({ height: 18446744073709551615n });
  await platform.getBlockByHeight({ height: 7 });
  expect(node.requests.map(({ body }) => body)).toMatchObject([
    { params: { height: "18446744073709551615" } },
    { params: { height: 7 } },
  ]);
});

test("each index is reached by the key of its path", async () => {
  const node = fakeNode({ "index.getIndex": () => result('{"index":"3"}') });
  const { index } = createClient(url, { fetch: node.fetch });
  expect(await index["X/tx"].getIndex({ id: "i" })).toEqual({ index: 3n });
  expect(node.requests[0]?.url).toBe("http://node/ext/index/X/tx");
});

test("every API returns its own document", async () => {
  const document = '{"openrpc":"1.3.2","info":{},"methods":[]}';
  const node = fakeNode({ "rpc.discover": () => result(document) });
  const { health } = createClient(url, { fetch: node.fetch });
  expect(await health.discover()).toEqual(JSON.parse(document));
  expect(node.requests[0]?.url).toBe("http://node/ext/health");
});

test("the client for AvalancheGo has its forms", async () => {
  const container = '{"id":"i","bytes":"0x","timestamp":"t","encoding":"hex","index":"5"}';
  const node = fakeNode({
    "index.getContainerRange": () => result(`{"containers":[${container}]}`),
    "info.getNetworkID": () => result('{"networkID":"1"}'),
  });
  const client = createAvalanchegoClient(url, { fetch: node.fetch });
  const range = await client.index["P/block"].getContainerRange({ startIndex: 0, numToFetch: 1 });
  expect(range.containers[0]?.index).toBe(5n);
  expect(await client.info.getNetworkID()).toBeDefined();
});

test("a base URL without http is refused at once", () => {
  for (const wrong of ["127.0.0.1:9650", "localhost:9650", "ftp://node"]) {
    expect(() => createClient(wrong)).toThrow(
      `expected the base URL of a node, such as http://127.0.0.1:9650, got "${wrong}"`,
    );
  }
  for (const own of ["", "/", "HTTP://node"]) createClient(own);
});
