import { describe, expect, it } from "vitest";
import { ReaderEffort } from "../../../../src/node/cluster/reader-effort.ts";

/** An effort, and how often it said that the reader is busy. */
function counted() {
  let times = 0;
  const effort = new ReaderEffort(() => {
    times += 1;
  });
  const call = (tookMs = 0) => {
    effort.begin();
    for (const end = performance.now() + tookMs; performance.now() < end; );
    effort.end();
  };
  return { effort, call, times: () => times };
}

describe("a reader", () => {
  it("is busy after many calls", () => {
    const { call, times } = counted();
    for (let i = 0; i < 900; i++) call();
    expect(times()).toBe(0);
    for (let i = 0; i < 200; i++) call();
    expect(times()).toBe(1);
  });

  it("is busy after few calls that took long", () => {
    const { call, times } = counted();
    for (let i = 0; i < 4; i++) call(6);
    expect(times()).toBe(1);
  });

  it("is busy before much work", () => {
    const { effort, times } = counted();
    effort.expect();
    effort.expect();
    expect(times()).toBe(1);
  });
});
