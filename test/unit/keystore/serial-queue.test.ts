import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { SerialQueue } from "../../../src/keystore/serial-queue.ts";

it("runs the tasks of a key one after another, and those of others beside them", async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const task = (name: string, turns: number) => async () => {
    events.push(`${name} starts`);
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    events.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([
    queue.run("a", task("a1", 5)),
    queue.run("a", task("a2", 1)),
    queue.run("b", task("b1", 1)),
  ]);
  expect(results).toEqual(["a1", "a2", "b1"]);
  expect(events.filter((event) => event.startsWith("a"))).toEqual([
    "a1 starts",
    "a1 ends",
    "a2 starts",
    "a2 ends",
  ]);
  expect(events.indexOf("b1 ends")).toBeLessThan(events.indexOf("a1 ends"));
});

it("continues when a task fails, and reports the failure to its caller alone", async () => {
  const queue = new SerialQueue();
  const failed = queue.run("a", async () => {
    throw new Error("broken");
  });
  const next = queue.run("a", async () => "fine");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("fine");
  expect(await queue.run("a", async () => "fine again")).toBe("fine again");
});
