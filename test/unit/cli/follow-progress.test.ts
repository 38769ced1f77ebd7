import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FollowProgressDisplay } from "../../../src/cli/follow-progress.ts";

const filling = {
  missing: 1_200,
  nextHeight: 0,
  blocksPerSecond: 300,
  remainingSeconds: 4,
  problem: undefined as string | undefined,
  height: 25_000,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function shown(columns: number | undefined, state: Partial<typeof filling>): string {
  const written: string[] = [];
  const display = new FollowProgressDisplay({ columns, err: (text) => written.push(text) });
  const node = {
    followProgress: () => undefined,
    fillingProgress: () => ({ ...filling, ...state }),
  };
  display.start(node, { info: () => {} });
  vi.advanceTimersByTime(1_000);
  display.stop();
  return written.join("");
}

it("shows on a terminal how far the ledger is filled", () => {
  expect(shown(120, {})).toContain(
    "[#############################.] filling the ledger: 1,200 of 25,000 blocks missing, 300 blocks/s, 4s left",
  );
});

it.each([{ missing: 0 }, { problem: "block 3 of the store cannot be executed again" }])(
  "shows nothing with %o",
  (state) => {
    expect(shown(120, state)).toBe("");
  },
);

it("shows nothing without a terminal", () => {
  expect(shown(undefined, {})).toBe("");
});
