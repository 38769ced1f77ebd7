import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { changesAt } from "../../support/store/numbered-blocks.ts";
import { acceptChanges, openStore } from "../../support/store/open-store.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Buffers are freed beside the collector, some time after it: wait for it twice. */
async function usedBytes(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    collectGarbage();
    await setTimeout(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("memory stays flat while blocks are accepted whose state does not grow", async () => {
  const store = openStore();
  let height = 0;
  const acceptMany = (count: number) => {
    for (let i = 0; i < count; i++) acceptChanges(store, changesAt(++height, store.state));
  };
  // The bounded caches fill up first.
  acceptMany(18_000);
  const before = await usedBytes();
  acceptMany(6000);
  const grownBytes = (await usedBytes()) - before;
  expect(grownBytes).toBeLessThan(3_000_000);
  store.close();
});
