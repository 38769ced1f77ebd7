import { describe, expect, it } from "vitest";
import { NodeClock } from "../../../src/node/clock.ts";

const hourMs = 3_600_000;

describe("NodeClock", () => {
  it("is the machine's clock at first", () => {
    const clock = new NodeClock();
    expect(Math.abs(clock.nowMillis() - Date.now())).toBeLessThan(1_000);
    expect(clock.nowSeconds()).toBe(BigInt(Math.floor(clock.nowMillis() / 1000)));
    expect(clock.nowNanos() / 1_000_000_000n).toBe(clock.nowSeconds());
    expect(clock.isFrozen).toBe(false);
  });

  it("continues from where it is moved to", async () => {
    const clock = new NodeClock();
    clock.advance(hourMs);
    clock.advance(hourMs);
    expect(Math.abs(clock.offsetMillis - 2 * hourMs)).toBeLessThan(100);
    clock.set(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.nowMillis()).toBeGreaterThan(0);
    expect(clock.nowMillis()).toBeLessThan(5_000);
  });

  it("stops while it is frozen, but can be moved", async () => {
    const clock = new NodeClock();
    clock.freeze();
    const stopped = clock.nowMillis();
    clock.freeze();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.nowMillis()).toBe(stopped);
    clock.advance(1);
    expect(clock.nowMillis()).toBe(stopped + 1);
    expect(clock.isFrozen).toBe(true);
    clock.set(7_500);
    expect(clock.nowSeconds()).toBe(7n);
    clock.unfreeze();
    expect(clock.isFrozen).toBe(false);
    expect(clock.nowMillis()).toBeLessThan(20_000);
  });

  it("stops at the end of the year 9999", () => {
    const clock = new NodeClock();
    clock.set(253_402_300_800_000);
    expect(clock.nowSeconds()).toBe(253_402_300_799n);
    clock.freeze();
    clock.advance(hourMs);
    expect(clock.nowSeconds()).toBe(253_402_300_799n);
    clock.set(7_500);
    expect(clock.nowSeconds()).toBe(7n);
  });
});
