import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NodeClock } from "../../../../src/node/clock.ts";
import { createNode, type NodeOptions } from "../../../../src/node/create-node.ts";
import type { NetworkSource } from "../../../../src/node/follow/network-source.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import type { NodeConfig } from "../../../../src/node/node-config.ts";
import { compareTables } from "../../../../src/store/compare-tables.ts";
import {
  executeRecorded,
  followerConfig,
  history,
  openFollowed,
} from "../../../support/outdated-store.ts";

const never = "9999-12-01T00:00:00Z";
const withoutGranite = { graniteTime: never };

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "couloir-healing-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Creates a node, which heals its store, and closes it. */
async function startOnce(config: NodeConfig, options: NodeOptions = {}): Promise<void> {
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Date.parse("2030-01-01T00:00:00Z"));
  const openSource = () =>
    ({ over: "upstreams", following: noFollowing }) as never as NetworkSource;
  const node = await createNode(config, silentLog, { clock, openSource, ...options });
  await node.stop();
}

const noFollowing = {
  start: async () => {},
  stop: async () => {},
  progress: () => ({ phase: "connecting", height: 0n }),
  isBootstrapped: () => false,
  peers: () => [],
  storedChains: () => [],
  traffic: () => undefined,
  warnings: () => [],
};

async function expectHealed(config: NodeConfig, count: number): Promise<void> {
  const healed = await openFollowed(config);
  const memory = { directory: "", inMemory: true, readOnly: false };
  const right = await executeRecorded({ ...config, database: memory }, count);
  try {
    expect(healed.store.digest()).toEqual(right.store.digest());
    expect([
      ...compareTables(healed.store.database(), right.store.database(), { hasLedger: false }),
    ]).toEqual([]);
    const height = healed.store.blocks.lastAccepted().height;
    expect(height).toBe(BigInt(count));
  } finally {
    await healed.close();
    await right.close();
  }
}

describe("a store that was executed by other upgrade times", () => {
  it("heals at the start of a follower, and keeps what does not follow from its blocks", async () => {
    const wrong = await executeRecorded(
      await followerConfig(directory, { etnaTime: never, fortunaTime: never, ...withoutGranite }),
      13,
    );
    const { store } = wrong;
    const before = store.digest();
    store.metadata.setText("note", "kept");
    await wrong.close();
    const config = await followerConfig(directory);
    await expect(openFollowed(config)).rejects.toThrow(
      "the blocks of the store were executed by other upgrade times (etna was never, and is 2020-12-05T05:00:00Z): start the node once so that it follows its network, without --offline and --db-read-only, and it executes them again",
    );
    await startOnce(config);
    await expectHealed(config, 13);
    const again = await openFollowed(config);
    expect(again.store.digest()).not.toEqual(before);
    expect(again.store.metadata.getText("note")).toBe("kept");
    expect(existsSync(join(again.file, "..", "healing"))).toBe(false);
    await again.close();
  });

  it("continues after an interruption, and replaces every table", async () => {
    const count = history.blocks.length;
    const wrong = await executeRecorded(await followerConfig(directory, withoutGranite), count);
    wrong.store
      .database()
      .exec("DELETE FROM utxo_owners; UPDATE running_validators SET weight = 1");
    await wrong.close();
    const config = await followerConfig(directory);
    const heights: bigint[] = [];
    for (const share of [0, 0.5]) {
      const stop = new AbortController();
      const stopped = startOnce(config, {
        signal: stop.signal,
        onHealing: (height, last) => {
          heights.push(height);
          if (Number(height) > share * Number(last)) stop.abort("SIGTERM");
        },
      });
      await stopped.catch((error) => expect(error).toBe("SIGTERM"));
    }
    await startOnce(config, { onHealing: (height) => heights.push(height) });
    expect(heights).toEqual([...heights].sort((a, b) => (a < b ? -1 : 1)));
    await expectHealed(config, count);
  });

  it("is refused where its blocks cannot be executed again", async () => {
    const wrong = await executeRecorded(await followerConfig(directory, withoutGranite), 700);
    await wrong.close();
    const config = await followerConfig(directory);
    const offline = { ...config, source: { ...config.source, upstreams: [], offline: true } };
    await expect(startOnce(offline)).rejects.toThrow("start the node once so that it follows");
    const readOnly = { ...config, database: { ...config.database, readOnly: true } };
    await expect(startOnce(readOnly)).rejects.toThrow("start the node once so that it follows");
    // Upgrades after its last block change nothing.
    const later = await followerConfig(directory, { ...withoutGranite, heliconTime: never });
    await expect(startOnce(later)).rejects.toThrow(/this version rejects block \d+ of the store/);
    await startOnce(await followerConfig(directory, withoutGranite));
  });
});
