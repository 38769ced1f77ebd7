import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NodeId } from "../../../../src/formats/bytes.ts";
import { openStore, temporaryDirectory } from "../../../support/store/open-store.ts";

const observer = fileURLToPath(
  new URL("../../../support/observatory/endless-observer.ts", import.meta.url),
);
const kills = Number(process.env["COULOIR_STORE_KILLS"] ?? 4);
const [connected, away] = [1, 2].map((byte) => new Uint8Array(20).fill(byte)) as [NodeId, NodeId];
const hourMs = 3_600_000;
/** What a crash may lose, and what may be stored before it is said. */
const storeSeconds = 600;
/** At the turn of an hour, only the hour that ended is stored: the look that ended it is in the next one. */
const lookSeconds = 30;

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

/** Lets the observer run for a while after it has stored something, kills it, and returns up to when it said that it had. */
async function observeAndKill(path: string, startMs: number, runMs: number): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", observer, path, String(startMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    if (output === "") setTimeout(() => child.kill("SIGKILL"), runMs);
    output += text;
  });
  await once(child, "close");
  // A line that was cut off by the kill says nothing.
  return Number(output.split("\n").at(-2));
}

it("a process that is killed while it observes loses less than ten minutes, and counts nothing twice", async () => {
  const path = join(directory.path, "chain.db");
  let startMs = 480_000 * hourMs;
  const runs: { readonly from: number; readonly to: number; readonly seconds: number }[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const safeMs = await observeAndKill(path, startMs, 20 + Math.random() * 200);
    const store = openStore({ path });
    const [from, to] = [startMs / 1000, 4_000_000_000];
    const { observedSeconds, lastHour } = store.observatory.totals(connected, from, to)!;
    const safeSeconds = (safeMs - startMs) / 1000;
    expect(observedSeconds).toBeGreaterThanOrEqual(safeSeconds - lookSeconds);
    expect(observedSeconds).toBeLessThanOrEqual(safeSeconds + storeSeconds);
    runs.push({ from, to: lastHour * 3600, seconds: observedSeconds });
    for (const { from: begin, to: end, seconds } of runs) {
      const totals = (nodeID: NodeId) => store.observatory.totals(nodeID, begin, end);
      expect(totals(connected)).toMatchObject({
        ...{ observedSeconds: seconds, connectedSeconds: seconds },
        software: { version: "avalanchego/1.14.0" },
      });
      expect(totals(away)).toMatchObject({ observedSeconds: seconds, connectedSeconds: 0 });
    }
    expect(store.database().pragma("integrity_check", { simple: true })).toBe("ok");
    store.close();
    startMs = (lastHour + 2) * hourMs;
  }
}, 300_000);
