import { startNode } from "couloir";
import { createClient } from "couloir/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { delegate, offers, stateOf } from "./staking.js";

const daySeconds = 86_400;

let node;
let client;
let snapshotID;

beforeAll(async () => {
  node = await startNode();
  client = createClient(node.url);
});
afterAll(() => node.stop());

// Every test begins on the same chain, at the same time.
beforeEach(async () => {
  ({ snapshotID } = await client.dev.snapshot());
});
afterEach(() => client.dev.revert({ snapshotID }));

async function delegateToCheapest() {
  const [cheapest] = await offers(client, 30);
  const [{ privateKey }] = node.info.accounts;
  const { nodeID } = cheapest;
  const txID = await delegate({ url: node.url, client, privateKey, nodeID, avax: 100, days: 20 });
  return { nodeID, txID };
}

test("the cheapest validator comes first, and none that ends too soon", async () => {
  expect((await offers(client, 30)).map(({ feePercent }) => feePercent)).toEqual([
    6.25, 12.5, 25, 50, 100,
  ]);
  expect(await offers(client, 366)).toEqual([]);
});

test("a delegation is rewarded at its end", async () => {
  const { txID } = await delegateToCheapest();
  expect(await stateOf(client, txID)).toBe("staking");
  await client.dev.increaseTime({ seconds: 20 * daySeconds + 1 });
  expect(await stateOf(client, txID)).toBe("rewarded");
});

test("a delegation to a validator that was down is not", async () => {
  const { nodeID, txID } = await delegateToCheapest();
  await client.dev.setValidatorUptime({ nodeID, percentage: 50 });
  await client.dev.increaseTime({ seconds: 20 * daySeconds + 1 });
  expect(await stateOf(client, txID)).toBe("unrewarded");
});
