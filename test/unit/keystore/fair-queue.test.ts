import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { FairQueue } from "../../../src/keystore/fair-queue.ts";

function recorded(queue: FairQueue) {
  const order: string[] = [];
  const add = (flow: string, name = flow) =>
    queue.run(flow, async () => {
      await setImmediate();
      order.push(name);
      return name;
    });
  return { order, add };
}

it("gives three of four turns to the newest flow", async () => {
  const { order, add } = recorded(new FairQueue(1));
  await Promise.all(["a", "b", "c", "d", "e", "late"].map((flow) => add(flow)));
  expect(order).toEqual(["a", "late", "e", "d", "b", "c"]);
});

it("lets flows take turns, however many tasks one of them has", async () => {
  const { order, add } = recorded(new FairQueue(2));
  const tasks = [1, 2, 3, 4, 5, 6].map((n) => add("batch", `batch ${n}`));
  await Promise.all([...tasks, add("other")]);
  expect(order.indexOf("other")).toBeLessThan(2);
  expect(order.filter((name) => name !== "other")).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => `batch ${n}`),
  );
});

it("runs a limited number at a time, and counts them", async () => {
  const queue = new FairQueue(3);
  const { add } = recorded(queue);
  const all = Promise.all(["a", "b", "c", "d", "e"].map((flow) => add(flow)));
  expect([queue.runningCount, queue.waitingCount]).toEqual([3, 2]);
  expect(await all).toEqual(["a", "b", "c", "d", "e"]);
  expect([queue.runningCount, queue.waitingCount]).toEqual([0, 0]);
});

it("continues when a task fails, and reports the failure to its caller alone", async () => {
  const queue = new FairQueue(1);
  const failed = queue.run("a", async () => {
    throw new Error("broken");
  });
  const next = queue.run("a", async () => "fine");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});

it("drops tasks that nobody waits for when it is their turn, a few in each pass of the event loop", async () => {
  const queue = new FairQueue(1);
  const { order, add } = recorded(queue);
  let asked = 0;
  const isWanted = () => {
    asked += 1;
    return false;
  };
  const first = add("first");
  const dropped = Array.from({ length: 1_000 }, (_, i) =>
    queue.run(i, async () => order.push("dropped"), isWanted),
  );
  const last = add("last");
  const passes: number[] = [];
  let next = globalThis.setImmediate(function watch() {
    passes.push(asked);
    next = globalThis.setImmediate(watch);
  });
  const outcomes = await Promise.allSettled([...dropped, first, last]);
  clearImmediate(next);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(outcomes[0]).toMatchObject({ reason: { name: "AbortError" } });
  expect(order).toEqual(["first", "last"]);
  expect(asked).toBe(1_000);
  expect(passes.length).toBeGreaterThan(8);
  expect(queue.waitingCount).toBe(0);
});

it("gives a flow with further tasks no newcomer's turn", async () => {
  const { order, add } = recorded(new FairQueue(1));
  const tasks = [1, 2, 3].map((n) => add("batch", `batch ${n}`));
  await Promise.all([...tasks, ...["a", "b", "c"].map((flow) => add(flow))]);
  expect(order).toEqual(["batch 1", "c", "b", "a", "batch 2", "batch 3"]);
});
