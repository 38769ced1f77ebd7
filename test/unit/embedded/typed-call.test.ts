import { expect, test } from "vitest";
import { startNode } from "../../../src/index.ts";

test("a node has a client of all APIs, and calls that are typed by the name of the method", async () => {
  await using node = await startNode();
  const { height } = await node.call("platform.getHeight");
  const text: string = height;
  expect(text).toBe("0");
  const { height: exact } = await node.client.platform.getHeight();
  expect(exact).toBe(0n);
  const { blockCount } = await node.client.dev.increaseTime({ seconds: 1n });
  expect(blockCount).toBe((await node.call("dev.increaseTime", { seconds: 1 })).blockCount);
  // @ts-expect-error: the param is called seconds.
  await expect(node.call("dev.increaseTime", { second: 1 })).rejects.toThrow("second");
  // @ts-expect-error: the param txID is required.
  await expect(node.call("platform.getTx")).rejects.toThrow("txID");
});
