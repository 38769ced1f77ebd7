import { setImmediate as pass } from "node:timers/promises";
import { expect, test } from "vitest";
import { Rounds } from "../../../src/events/rounds.ts";

test("no member has a turn in a pass that is busy, and each has it in the next that is not", async () => {
  let isBusy = true;
  let turns = 0;
  const rounds = new Rounds(
    () => {},
    () => isBusy,
  );
  const member = () => ({
    turn: () => {
      turns += 1;
      return { heights: 0, hasMore: false };
    },
  });
  rounds.add(member());
  rounds.add(member());
  await pass();
  await pass();
  expect([turns, rounds.waiting]).toEqual([0, 2]);
  isBusy = false;
  await pass();
  expect([turns, rounds.waiting]).toEqual([2, 0]);
});

test("whether a pass is busy is asked once", async () => {
  let asked = 0;
  const rounds = new Rounds(
    () => {},
    () => {
      asked += 1;
      return false;
    },
  );
  const member = { turn: () => ({ heights: 1, hasMore: false }) };
  for (let i = 0; i < 5; i++) rounds.add(member);
  expect(asked).toBe(1);
});
