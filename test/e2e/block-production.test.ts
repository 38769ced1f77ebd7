import { afterAll, beforeAll, expect, it } from "vitest";
import { avax, LocalNetwork } from "./local-network.ts";
import { ask } from "./rpc.ts";

let network: LocalNetwork;
const dev = <Result>(method: string, params = {}) =>
  ask<Result>(network.node.url, "/ext/dev", `dev.${method}`, params);
const waiting = async () =>
  (await dev<{ transactions: { txID: string; type: string }[] }>("mempool")).transactions;
const height = async () =>
  BigInt((await network.P<{ height: string }>("platform.getHeight")).height);
const status = (txID: string) => network.P("platform.getTxStatus", { txID });

beforeAll(async () => {
  network = await LocalNetwork.start();
});
afterAll(() => network.node.discard());

it("manual: a transaction waits until dev.buildBlock is called", async () => {
  await dev("setBlockProduction", { mode: "manual" });
  const sent = network.pay(network.other, avax);
  const [tx] = await waitFor(waiting, (all) => all.length === 1);
  expect(tx).toMatchObject({ type: "BaseTx" });
  expect(await status(tx!.txID)).toEqual({ status: "Processing" });
  expect(await height()).toBe(0n);

  expect(await dev("buildBlock")).toMatchObject({ blocks: [{ height: "1" }] });
  expect((await sent).txID).toBe(tx!.txID);
  expect(await waiting()).toEqual([]);
  expect(await dev("buildBlock")).toMatchObject({ blocks: [{ height: "2" }] });
});

it("interval: a block is built automatically, with all waiting transactions", async () => {
  await dev("setBlockProduction", { mode: "interval", intervalMs: 50 });
  const before = await height();
  await network.pay(network.other, avax);
  expect(await height()).toBe(before + 1n);
});

it("auto: each transaction gets a block immediately, even one that has waited", async () => {
  await dev("setBlockProduction", { mode: "manual" });
  const sent = network.pay(network.other, avax);
  await waitFor(waiting, (all) => all.length === 1);
  await dev("setBlockProduction", { mode: "auto" });
  await network.expectAccepted(await sent);
});

async function waitFor<Value>(
  read: () => Promise<Value>,
  isThere: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
  }
}
