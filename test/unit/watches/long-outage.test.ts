import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Watches } from "../../../src/watches/watches.ts";
import { openTarget } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

const dayMs = 86_400_000;
const days = 30;
/** The longest wait between two attempts. */
const stepMs = 600_000;

/** Lets the event loop turn, which the virtual clock does not stop, until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

it("a target that is down for 30 days gets everything, once and in order", async () => {
  const first = await openTarget();
  const { url } = first;
  await first.close();
  let nowMs = Date.now();
  const chain = await openWatchedChain({ nowMs: () => nowMs });
  const file = join(mkdtempSync(join(tmpdir(), "couloir-")), "watches.sqlite");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let watches: Watches = chain.watch(file);
    const { address, text } = chain.newAddress();
    const { watch } = watches.create({
      api: "watch",
      name: "",
      rule: { kind: "addressActivity", addresses: [text] },
      target: { url, kind: "hmac-sha256" },
    });
    const failures = () => watches.get("watch", watch.id)!.failures;
    let attempts = 0;
    for (let day = 1; day <= days; day++) {
      chain.fund(address, BigInt(day));
      watches.stateChanged();
      const end = nowMs + dayMs;
      while (nowMs < end) {
        const before = failures();
        if (day === 1 && before === 0) await until(() => failures() > 0);
        nowMs += stepMs;
        const last = failures();
        vi.advanceTimersByTime(stepMs);
        await until(() => failures() > last);
        attempts += 1;
      }
      if (day % 10 === 0) {
        watches.stop();
        watches = chain.watch(file);
        const last = failures();
        await until(() => failures() > last);
      }
    }
    expect(attempts).toBe((days * dayMs) / stepMs);
    const target = await openTarget(Number(new URL(url).port));
    vi.advanceTimersByTime(stepMs);
    await until(() => target.received.length >= days);
    await until(() => watches.get("watch", watch.id)!.failures === 0);
    expect(target.received.map(({ event }) => "received" in event && event.received)).toEqual(
      Array.from({ length: days }, (_, index) => String(index + 1)),
    );
    expect(new Set(target.received.map(({ id }) => id)).size).toBe(days);
    watches.stop();
    await target.close();
  } finally {
    vi.useRealTimers();
  }
  expect(chain.errors).toEqual([]);
});
