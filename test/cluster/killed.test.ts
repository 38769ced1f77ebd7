import { expect, test } from "vitest";
import { checkKilled } from "./killed.ts";

test("no client sees a height go back, a transaction disappear or two blocks at a height while processes are killed", async () => {
  const { calls, committed, failures } = await checkKilled({
    processes: 2,
    clients: 10,
    readerKills: 2,
    writerKills: 1,
    pauseMs: 50,
  });
  expect(failures).toEqual([]);
  expect(calls).toBeGreaterThan(40);
  expect(committed).toBeGreaterThan(2);
});
