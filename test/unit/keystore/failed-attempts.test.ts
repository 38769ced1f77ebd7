import { describe, expect, it } from "vitest";
import { FailedAttempts } from "../../../src/keystore/failed-attempts.ts";

function watched() {
  const waits: number[] = [];
  const clock = { nowMs: 0 };
  const attempts = new FailedAttempts({
    now: () => clock.nowMs,
    sleep: async (durationMs) => {
      waits.push(durationMs);
      clock.nowMs += durationMs;
    },
  });
  return { attempts, waits, clock };
}

describe("failed attempts", () => {
  it("make the next one wait, twice as long each time, up to a bound", async () => {
    const { attempts, waits } = watched();
    for (let attempt = 0; attempt < 10; attempt++) {
      await attempts.wait("alice");
      attempts.add("alice");
    }
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  it("do not count for another user", async () => {
    const { attempts, waits } = watched();
    attempts.add("alice");
    await attempts.wait("bob");
    expect(waits).toEqual([]);
  });

  it("takes elapsed time into account", async () => {
    const { attempts, waits, clock } = watched();
    attempts.add("alice");
    clock.nowMs += 60;
    await attempts.wait("alice");
    attempts.add("alice");
    clock.nowMs += 200;
    await attempts.wait("alice");
    expect(waits).toEqual([40]);
  });

  it("are forgotten after a success, and after a while", async () => {
    const { attempts, waits, clock } = watched();
    attempts.add("alice");
    attempts.clear("alice");
    await attempts.wait("alice");
    expect(waits).toEqual([]);

    for (let attempt = 0; attempt < 8; attempt++) attempts.add("alice");
    clock.nowMs += 15 * 60_000;
    attempts.add("bob");
    attempts.add("alice");
    await attempts.wait("alice");
    expect(waits).toEqual([100]);
  });
});
