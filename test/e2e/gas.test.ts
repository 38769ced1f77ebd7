import { expect, it } from "vitest";
import { startNode } from "../../src/index.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { type Build, Wallet } from "./wallet.ts";

const { pvm, TransferableOutput } = avalanchejs;

/** Not the wallet, whose UTXOs the client would have to read each time. */
const someone = new Uint8Array(20).fill(7);

/** A transaction of 260 outputs uses 284,899 gas; a block of the network has at most a million. */
function manyOutputs(wallet: Wallet): Build {
  const { avaxAssetID } = wallet.context;
  const outputs = Array.from({ length: 260 }, () =>
    TransferableOutput.fromNative(avaxAssetID, 1n, [someone]),
  );
  return (funds, context) => pvm.newBaseTx({ ...funds, outputs }, context);
}

async function open(flags: Readonly<Record<string, string>> = {}) {
  const node = await startNode({ flags });
  const [account] = node.info.accounts;
  const wallet = await Wallet.open(account!.privateKey, () => node.url);
  return { node, wallet };
}

it("never refuses a transaction because gas is scarce, and keeps the minimum price", async () => {
  const { node, wallet } = await open();
  for (let i = 0; i < transactionCount; i++) await wallet.send(manyOutputs(wallet));
  expect(await node.call("platform.getFeeState")).toMatchObject({ price: 1 });
  await node.stop();
});

/** Five empty the network's gas. */
const transactionCount = Number(process.env["COULOIR_GAS_TRANSACTIONS"] ?? 5);

it("accepts a transaction that lacked gas once enough time has passed", async () => {
  const { node, wallet } = await open({ "gas-limit": "300000" });
  await node.call("dev.setTime", { timestamp: Math.ceil(Date.now() / 1000) + 10, frozen: true });
  const build = manyOutputs(wallet);
  await wallet.send(build);
  const spent = await node.call("platform.getFeeState");
  expect(Number(spent.capacity)).toBe(300_000 - 284_899);
  await expect(wallet.send(build)).rejects.toThrow("exceeds capacity");

  await node.call("dev.increaseTime", { seconds: 1 });
  expect(await node.call("platform.getFeeState")).toMatchObject({ capacity: 300_000, price: 1 });
  await wallet.send(build);
  await node.stop();
});

it("has the network's gas on request, and dev.buildBlock moves its fee state", async () => {
  const { node, wallet } = await open({ "gas-limit": "network" });
  await node.call("dev.setTime", { timestamp: Math.ceil(Date.now() / 1000) + 10, frozen: true });
  const build = manyOutputs(wallet);
  for (let i = 0; i < 3; i++) await wallet.send(build);
  const full = await node.call("platform.getFeeState");
  await node.call("dev.setBlockProduction", { mode: "manual" });
  await node.call("dev.increaseTime", { seconds: 100 });
  expect(await node.call("platform.getFeeState")).toEqual(full);
  await expect(wallet.send(build)).rejects.toThrow("exceeds capacity");

  const { blocks } = await node.call("dev.buildBlock");
  expect(blocks).toHaveLength(1);
  expect(await node.call("platform.getFeeState")).toMatchObject({ capacity: 1_000_000 });
  await node.stop();
});
