import { afterAll, beforeAll, expect, it } from "vitest";
import { avax, LocalNetwork } from "./local-network.ts";
import { ask } from "./rpc.ts";

let network: LocalNetwork;
const dev = <Result>(method: string, params = {}) =>
  ask<Result>(network.node.url, "/ext/dev", `dev.${method}`, params);
const healthStatus = async () => (await fetch(`${network.node.url}/ext/health`)).status;

beforeAll(async () => {
  network = await LocalNetwork.start();
});
afterAll(() => network.node.discard());

it("a wallet sees why its transaction was dropped", async () => {
  await dev("setBlockProduction", { mode: "manual" });
  const sent = network.pay(network.other, avax).then(
    () => "accepted",
    (error: Error) => error.message,
  );
  let transactions: { txID: string }[] = [];
  while (transactions.length === 0) {
    ({ transactions } = await dev<{ transactions: { txID: string }[] }>("mempool"));
  }
  await dev("dropTransaction", { txID: transactions[0]!.txID, reason: "to see what happens" });
  expect(await sent).toContain("was dropped: to see what happens");
  await dev("setBlockProduction", { mode: "auto" });
});

it("a node is unhealthy while it shall be", async () => {
  expect(await healthStatus()).toBe(200);
  await dev("setHealth", { healthy: false, message: "on purpose" });
  expect(await healthStatus()).toBe(503);
  await dev("setHealth", { healthy: true });
  expect(await healthStatus()).toBe(200);
});

it("a node that bootstraps returns 503, and readiness says so", async () => {
  await dev("setBootstrapped", { bootstrapped: false });
  const answer = await fetch(`${network.node.url}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}',
  });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("chain is not done bootstrapping");
  await dev("setBootstrapped", { bootstrapped: true });
  expect(await network.P("platform.getHeight")).toHaveProperty("height");
});

it("a validator's uptime is the value that was set", async () => {
  const [validator] = await network.currentValidators("11111111111111111111111111111111LpoYY");
  const { nodeID } = validator as { nodeID: string };
  await dev("setValidatorUptime", { nodeID, percentage: 12.5 });
  const [after] = await network.currentValidators("11111111111111111111111111111111LpoYY", nodeID);
  expect(after).toMatchObject({ uptime: "12.5000" });
});
