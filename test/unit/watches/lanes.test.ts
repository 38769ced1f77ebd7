import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../../src/watches/delivery/backoff.ts";
import { Lanes } from "../../../src/watches/delivery/lanes.ts";

/** Requests that end on demand. */
function requests(lanes: Lanes) {
  const open = new Map<string, () => void>();
  const begun: string[] = [];
  return {
    begun,
    add: (name: string, origin: string, isSlow = false) =>
      lanes.add({
        origin,
        isSlow,
        send: () => {
          begun.push(name);
          return new Promise((resolve) => open.set(name, resolve));
        },
      }),
    end: async (name: string) => {
      open.get(name)!();
      await turn();
    },
  };
}

describe("lanes", () => {
  it("of slow targets never hold up those that return soon", async () => {
    const sent = requests(new Lanes({ prompt: 2, slow: 2, perOrigin: 2 }));
    for (let i = 0; i < 100; i++) sent.add(`slow ${i}`, `https://slow-${i}`, true);
    sent.add("a", "https://a");
    sent.add("b", "https://b");
    sent.add("c", "https://c");
    expect(sent.begun).toEqual(["slow 0", "slow 1", "a", "b"]);
    await sent.end("a");
    expect(sent.begun.at(-1)).toBe("c");
    await sent.end("slow 0");
    expect(sent.begun.at(-1)).toBe("slow 2");
  });

  it("leave room for others beside a busy origin, which continues in order", async () => {
    const sent = requests(new Lanes({ prompt: 3, slow: 1, perOrigin: 2 }));
    for (let i = 0; i < 5; i++) sent.add(`busy ${i}`, "https://busy");
    sent.add("other", "https://other");
    expect(sent.begun).toEqual(["busy 0", "busy 1", "other"]);
    await sent.end("busy 1");
    await sent.end("busy 0");
    expect(sent.begun.slice(3)).toEqual(["busy 2", "busy 3"]);
    await sent.end("busy 2");
    expect(sent.begun.slice(5)).toEqual(["busy 4"]);
  });

  it("send nothing more when they are stopped", () => {
    const lanes = new Lanes({ prompt: 1, slow: 1, perOrigin: 1 });
    const sent = requests(lanes);
    lanes.stop();
    sent.add("a", "https://a");
    expect(sent.begun).toEqual([]);
  });
});

it("attempts are repeated after 1 s, doubling up to 10 min, less up to a quarter", () => {
  const waits = Array.from({ length: 14 }, (_, failures) => backoffMs(failures + 1, 0) / 1000);
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600, 600]);
  expect([1, 2, 1000].map((failures) => backoffMs(failures, 1))).toEqual([750, 1500, 450_000]);
});
