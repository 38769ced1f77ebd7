import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NodeId } from "../../src/formats/bytes.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import type { Observatory } from "../../src/store/observatory/observatory.ts";
import { type StartedNode, startNodeIn } from "../support/start-node.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";
import { visit } from "./visit.ts";

const hours = 3;

describe.skipIf(chromiumPath === undefined)("the page of a validator that was observed", () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-observed-"));
  let node: StartedNode;
  let nodeID: string;

  beforeAll(async () => {
    node = await startNodeIn(directory, { chain: "small" }, ({ store }) => {
      const page = { limit: 100, after: undefined, isDescending: false };
      const { rows } = store.ledgerQueries.stakingPeriods({ role: "validator" }, page);
      const period = rows.find(({ began_height }) => began_height !== null)!;
      observe(store.observatory, period.node_id, period.start_time);
      nodeID = formatNodeId(period.node_id);
    });
  });

  afterAll(async () => {
    await node.stop();
    await closeBrowser();
    rmSync(directory, { recursive: true });
  });

  /** As a follower writes them: connected for all but six minutes of each hour. */
  function observe(observatory: Observatory, observed: NodeId, beganSeconds: number): void {
    for (let hour = 1; hour <= hours; hour++) {
      observatory.add(observed, {
        hour: Math.floor(beganSeconds / 3600) + hour,
        observedSeconds: 3600,
        connectedSeconds: 3240,
        roundTripMicros: 34_000,
        software: { version: "avalanchego/1.15.0", upgradeTime: 0n },
        reportedUptimePercent: undefined,
      });
    }
  }

  test("shows what this node observed during a term, and its hours, newest first", async () => {
    const { page, complaints, close } = await visit(node.url, `/docs/#validator/${nodeID}`, {});
    try {
      const observed = page.getByText("connected 90.00 % of 3.0 h, 34 ms, avalanchego/1.15.0");
      await observed.waitFor();
      await page.getByRole("button", { name: "Hours" }).first().click();
      const rows = page.getByRole("group", { name: "Observed hours" }).locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(hours);
      const texts = await rows.allTextContents();
      for (const text of texts) {
        expect(text).toContain("connected 90.00 % of 1.0 h, 34 ms, avalanchego/1.15.0");
      }
      const times = texts.map((text) => text.slice(0, "2026-11-21 00:00".length));
      expect(times).toEqual([...times].sort().reverse());
      expect(new Set(times).size).toBe(hours);
      expect(complaints.filter((each) => !/^failed: .*\/ext\/events/.test(each))).toEqual([]);
    } finally {
      await close();
    }
  });
});
