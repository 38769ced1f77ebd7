import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FollowProgressDisplay } from "../../../src/cli/follow-progress.ts";
import type { StoredChainProgress } from "../../../src/follow/following.ts";

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

const lines: unknown[] = [];
beforeEach(() => {
  lines.length = 0;
});

function shown(
  columns: number | undefined,
  state: Partial<typeof filling>,
  chains: readonly StoredChainProgress[] = [],
): string {
  const written: string[] = [];
  const display = new FollowProgressDisplay({ columns, err: (text) => written.push(text) });
  const node = {
    followProgress: () => undefined,
    fillingProgress: () => ({ ...filling, ...state }),
    storedChains: () => chains,
  };
  display.start(node, { info: (...line) => void lines.push(line) });
  vi.advanceTimersByTime(columns === undefined ? 5_000 : 1_000);
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

const progress = {
  phase: "bootstrapping" as const,
  height: 1_049n,
  networkHeight: 25_000n,
  staged: 0,
  fetchedPerSecond: 0,
  executedPerSecond: 300.4,
  remainingSeconds: undefined,
  reason: undefined,
};
const cChain = { chain: "C" as const, progress, isBootstrapped: false, startHeight: 50n };
const dag = { vertices: 40_000, txs: 1, fetchedPerSecond: 1_999.6, reason: undefined };
const xChain = {
  chain: "X" as const,
  progress: { ...progress, phase: "following" as const },
  isBootstrapped: true,
  startHeight: 1n,
  dag: { ...dag, phase: "fetching" as const },
};

it("shows how far other chains are stored, after everything else", () => {
  const whole = { missing: 0 };
  expect(shown(120, whole, [cChain, xChain])).toContain(
    "[#.............................] C-chain: block 1,049 of 25,000, 300 blocks/s",
  );
  expect(shown(120, whole, [xChain])).toContain(
    "X-chain's DAG: fetching, 40,000 vertices, 2,000/s",
  );
  expect(shown(120, {}, [cChain])).not.toContain("C-chain");
  const atTip = { ...xChain, dag: { ...dag, phase: "complete" as const } };
  expect(shown(120, whole, [atTip])).toBe("");
});

it("logs how far other chains are stored without a terminal", () => {
  expect(shown(undefined, { missing: 0 }, [cChain, xChain])).toBe("");
  const common = { height: "1049", networkHeight: "25000", blocksPerSecond: 300 };
  expect(lines).toEqual([
    [{ chain: "C", ...common }, "storing"],
    [
      { chain: "X", ...common, dag: "fetching", vertices: 40_000, verticesPerSecond: 2_000 },
      "storing",
    ],
  ]);
});
