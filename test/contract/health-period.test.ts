import { expect, it } from "vitest";
import { callNode } from "../support/call-node.ts";
import { startNode } from "../support/start-node.ts";

type Result = { readonly contiguousFailures: number; readonly timestamp: string };
type Checks = Readonly<Record<string, Result>>;

/** A check that fails in every run counts the runs. */
const failing = { "system-tracker-disk-warning-threshold-available-space": "9000000000000000000" };

async function checksOf(url: string): Promise<Checks> {
  const { result } = await callNode(url, "health.health");
  return (result as unknown as { checks: Checks }).checks;
}

// [spec: 2.2.flag.health-check-frequency] [spec: 4.2.periodic] [spec: 8.health-period]
it("runs its checks at the configured frequency, each chain's among them", async () => {
  const often = await startNode({ ...failing, "health-check-frequency": "20ms" });
  const seldom = await startNode({ ...failing, "health-check-frequency": "1h" });
  try {
    const before = await checksOf(often.url);
    const still = await checksOf(seldom.url);
    await expect
      .poll(async () => (await checksOf(often.url))["diskspace"]!.contiguousFailures, {
        timeout: 20_000,
      })
      .toBeGreaterThan(before["diskspace"]!.contiguousFailures + 3);
    const after = await checksOf(often.url);
    for (const name of ["P", "X", "C", "bootstrapped", "database", "network", "router"]) {
      expect(after[name]!.timestamp > before[name]!.timestamp, name).toBe(true);
    }
    expect(await checksOf(seldom.url)).toEqual(still);
  } finally {
    await often.stop();
    await seldom.stop();
  }
});
