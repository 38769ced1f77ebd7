import { describe, expect, it } from "vitest";
import { FailedAttempts } from "../../../src/keystore/failed-attempts.ts";

function watched() {
  const waits: number[] = [];
  const clock = { nowMs: 0 };
  const attempts = new FailedAttempts(
    {
      now: () => clock.nowMs,
      sleep: async (durationMs) => {
        waits.push(durationMs);
        clock.nowMs += durationMs;
      },
    },
    1_000,
  );
  return { attempts, waits, clock };
}

describe("failed attempts", () => {
  it("are reported late, twice as late each time, up to a limit", async () => {
    const { attempts, waits } = watched();
    for (let attempt = 0; attempt < 6; attempt++) await attempts.add("alice", undefined, 0);
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    expect(attempts.total).toBe(6);
  });

  it("delay the next attempt of their connection, and of no other", async () => {
    const { attempts, waits, clock } = watched();
    const guessing = {};
    for (let attempt = 0; attempt < 3; attempt++)
      await attempts.add(`user ${attempt}`, guessing, 0);
    expect(waits).toEqual([100, 100, 100]);
    clock.nowMs -= 40;
    await attempts.wait({});
    await attempts.wait(undefined);
    expect(waits).toHaveLength(3);
    await attempts.wait(guessing);
    expect(waits.slice(3)).toEqual([340]);
  });

  it("do not count for another user", async () => {
    const { attempts, waits } = watched();
    await attempts.add("alice", undefined, 0);
    await attempts.add("alice", undefined, 0);
    await attempts.add("bob", undefined, 0);
    expect(waits).toEqual([100, 200, 100]);
  });

  it("are reported one after the other if there are many, each later by three times what its check took", async () => {
    const waits: number[] = [];
    const timer = {
      now: () => 0,
      sleep: async (durationMs: number) => void waits.push(durationMs),
    };
    const attempts = new FailedAttempts(timer, 100);
    for (let i = 0; i < 5; i++) await attempts.add("alice", {}, 40);
    expect(waits).toEqual([120, 240, 360, 480, 600]);
    for (let i = 0; i < 1_000; i++) await attempts.add("alice", {}, 40);
    expect(waits.at(-1)).toBe(30_000);
  });

  it("are forgotten after a success, and after a while", async () => {
    const { attempts, waits, clock } = watched();
    const connection = {};
    await attempts.add("alice", connection, 0);
    attempts.clear("alice", connection);
    await attempts.wait(connection);
    await attempts.add("alice", connection, 0);
    expect(waits).toEqual([100, 100]);

    await attempts.add("alice", undefined, 0);
    clock.nowMs += 15 * 60_000;
    await attempts.add("alice", undefined, 0);
    expect(waits.slice(2)).toEqual([200, 100]);
  });
});
