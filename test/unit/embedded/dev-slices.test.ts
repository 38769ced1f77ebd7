import { afterEach, beforeEach, expect, it } from "vitest";
import { type StartedNode, startNode } from "../../../src/index.ts";

const year = 366 * 86_400;
/** Each ends with a proposal and its option. */
const stakers = 300;
const blocks = 2 * stakers;

let node: StartedNode;
beforeEach(async () => {
  node = await startNode({ flags: { stakers } });
});
afterEach(() => node[Symbol.asyncDispose]());

const height = async () => Number((await node.call("platform.getHeight")).height);
const increase = () => node.call("dev.increaseTime", { seconds: year });

/** Resolves when the chain has a number of blocks. */
async function reached(count: number): Promise<number> {
  for (;;) {
    const now = await height();
    if (now >= count) return now;
  }
}

it("other calls are answered while a year passes, and then all its blocks are there", async () => {
  const increased = increase();
  expect(await reached(1)).toBeLessThan(blocks);
  const { height: last, blockCount } = await increased;
  expect([last, blockCount]).toEqual([`${blockCount}`, blocks + 1]);
});

it("a year that is reverted while it passes ends, and adds nothing to the chain", async () => {
  const { snapshotID } = await node.call("dev.snapshot");
  const increased = increase();
  expect(await reached(1)).toBeLessThan(blocks);
  await node.call("dev.revert", { snapshotID });
  expect((await increased).blockCount).toBe(0);
  expect(await height()).toBe(0);
});

it("states that are dumped at the same time each have the height that they say", async () => {
  const dump = () => node.call("dev.dumpState");
  const first = dump();
  const increased = increase();
  const dumps = [await first, ...(await Promise.all([dump(), dump()]))];
  await increased;
  await using other = await startNode({ flags: { stakers } });
  for (const { state, height: dumped } of dumps) {
    expect(await other.call("dev.loadState", { state })).toMatchObject({ height: dumped });
  }
});
