import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";
import { NodeClock } from "../../src/node/clock.ts";
import { createNode } from "../../src/node/create-node.ts";
import { silentLog } from "../../src/node/logging/log.ts";
import type { Node } from "../../src/node/node.ts";
import type { NodeConfig, SnapshotSource } from "../../src/node/node-config.ts";
import { writeSnapshot } from "../../src/node/snapshot/write-snapshot.ts";
import { callNode } from "../support/call-node.ts";
import { healUnderKills } from "../support/killed-healing.ts";
import {
  executeRecorded,
  executeUntilHalt,
  followerConfig,
  history,
  openFollowed,
} from "../support/outdated-store.ts";

/** `COULOIR_HEALING_KILLS=50`, or `npm run torture:healing`, takes minutes. */
const kills = Number(process.env["COULOIR_HEALING_KILLS"] ?? 2);
const never = "9999-12-01T00:00:00Z";
const withoutHelicon = { heliconTime: never };
const withoutGranite = { graniteTime: never };
const all = history.blocks.length;

let directory = "";
const nodes: Node[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "couloir-healing-"));
});
afterEach(async () => {
  for (const node of nodes.splice(0).reverse()) await node.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start(config: NodeConfig): Promise<{ node: Node; url: string }> {
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Date.parse("2030-01-01T00:00:00Z"));
  const node = await createNode(config, silentLog, { clock });
  nodes.push(node);
  return { node, url: await node.start() };
}

/** A node that serves the whole recorded chain. */
async function startUpstream(): Promise<string> {
  const config = await followerConfig(join(directory, "upstream"));
  await (await executeRecorded(config, all)).close();
  const source = { ...config.source, upstreams: [], offline: true };
  // It has the blocks without their containers.
  const index = { ...config.index, enabled: false };
  return (await start({ ...config, source, index })).url;
}

test("a store heals under kills, and equals one that was made by the right rules", async () => {
  const { healed } = await healUnderKills(kills, () => undefined);
  expect(healed).toBeGreaterThan(0);
}, 600_000);

test("a follower over HTTP that halted at its first transaction of Helicon heals and continues", async () => {
  const upstream = await startUpstream();
  const data = join(directory, "follower");
  const halted = await executeUntilHalt(
    await followerConfig(data, { ...withoutHelicon, ...withoutGranite }),
    directory,
  );
  const { height } = halted.store.blocks.lastAccepted();
  const { reason } = JSON.parse(halted.store.metadata.getText("follow-halt")!);
  expect(reason).toContain("attempting to use a Helicon-upgrade feature prior to activation");
  await halted.close();
  expect(Number(height)).toBeLessThan(all);

  const config = await followerConfig(data, {}, upstream);
  const { node, url } = await start(config);
  await expect
    .poll(() => node.followProgress(), { timeout: 60_000 })
    .toMatchObject({ phase: "following", height: BigInt(all) });
  expect((await callNode(url, "info.upgrades")).result).toMatchObject({
    heliconTime: (history.upgrades as { heliconTime: string }).heliconTime,
  });
  await node.stop();
  nodes.pop();
  const healed = await openFollowed(config);
  const memory = { directory: "", inMemory: true, readOnly: false };
  const right = await executeRecorded({ ...config, database: memory }, all);
  expect(healed.store.digest()).toEqual(right.store.digest());
  expect(healed.store.metadata.getText("follow-halt")).toBeUndefined();
  await healed.close();
  await right.close();
}, 120_000);

test("a snapshot that was made by other rules starts no follower", async () => {
  const snapshot = async (name: string, opened: OpenChain) => {
    const file = join(directory, name);
    const { digest } = await writeSnapshot(opened, file, () => {});
    await opened.close();
    return { file, digest };
  };
  const right = await followerConfig(join(directory, "right"));
  const wrong = await followerConfig(join(directory, "wrong"), withoutGranite);
  const past = await snapshot("past.gz", await executeRecorded(right, all));
  const stale = await snapshot("stale.gz", await executeRecorded(wrong, all));
  const startFrom = async (times: object, from: SnapshotSource) => {
    const config = await followerConfig(join(directory, "new"), times);
    return start({ ...config, source: { ...config.source, snapshot: from } });
  };
  // Of a chain past an upgrade that this version does not know, and of a version that did not know it.
  await expect(startFrom(withoutHelicon, past)).rejects.toThrow(
    "was made under other rules: heliconTime is 2024-01-31T00:00:00Z there and not active here",
  );
  await expect(startFrom({}, stale)).rejects.toThrow(
    "was made under other rules: graniteTime is not active there and 2024-01-21T00:00:00Z here",
  );
  const { node } = await startFrom({}, past);
  expect(node.mode).toBe("follow");
}, 120_000);
