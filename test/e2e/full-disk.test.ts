import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { canMount, mount, unmount } from "../support/tmpfs.ts";
import { payerAddress } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";
import { ask } from "./rpc.ts";

let disk: string;
let node: NodeProcess | undefined;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), "couloir-full-"));
  if (canMount) mount(disk, "size=24m");
});
afterEach(async () => {
  await node?.discard();
  if (canMount) unmount(disk);
  rmSync(disk, { recursive: true });
});

const space = ["required", "warning-threshold"].map(
  (name) => `--system-tracker-disk-${name}-available-space=0`,
);

/** Starts a node whose data directory is on the disk. */
async function startOnDisk(...flags: string[]): Promise<NodeProcess> {
  vi.stubEnv("SQLITE_TMPDIR", tmpdir());
  vi.stubEnv("TMPDIR", disk);
  try {
    return await NodeProcess.start("--staking-port=0", ...space, ...flags);
  } finally {
    vi.unstubAllEnvs();
  }
}

function fillDisk(): () => void {
  const filler = join(disk, "filler");
  expect(() => writeFileSync(filler, Buffer.alloc(32 * 2 ** 20))).toThrow("ENOSPC");
  return () => rmSync(filler);
}

describe.skipIf(!canMount)("on a full disk (needs a mount)", () => {
  // Not with two processes: there, the clock may move although dev.setTime is refused. Its setting may fit on the disk while
  // the facts for the readers do not.
  it.each([1])(
    "a node with %i processes refuses to move its clock, continues, and ends with code 0",
    async (processes) => {
      node = await startOnDisk(`--processes=${processes}`);
      const { url } = node;
      const time = async () => {
        const { clock } = await ask<{ clock: { timestamp: string } }>(
          url,
          "/ext/dev",
          "dev.nodeInfo",
        );
        return Number(clock.timestamp);
      };
      const setTime = (timestamp = 2_000_000_000) =>
        ask(url, "/ext/dev", "dev.setTime", { timestamp });
      const before = await time();
      const free = fillDisk();
      const refused = async () => {
        for (let i = 0; i < 2_000; i++)
          await ask(url, "/ext/dev", "dev.fund", { address: payerAddress, amount: 1 });
      };
      await expect(refused()).rejects.toThrow("the store cannot be written");
      // A setting takes less space than a payment, so that some may still fit.
      const refusedSetting = async () => {
        for (let i = 0; i < 100; i++) await setTime(before + 30);
      };
      await expect(refusedSetting()).rejects.toThrow("the store cannot be written");
      await expect(setTime()).rejects.toThrow("the store cannot be written");
      // The facts for other processes are written every 200 ms.
      await sleep(500);
      expect((await time()) - before).toBeLessThan(60);
      free();
      await setTime();
      expect(await time()).toBeGreaterThanOrEqual(2_000_000_000);
      fillDisk();
      expect(await node.stop()).toBe(0);
    },
  );

  it.each([1, 2])(
    "a node with %i processes that has a snapshot ends with code 0",
    async (processes) => {
      node = await startOnDisk(`--processes=${processes}`);
      const { url } = node;
      await ask(url, "/ext/dev", "dev.buildBlock");
      await ask(url, "/ext/dev", "dev.snapshot");
      fillDisk();
      for (let i = 0; i < 20; i++)
        await ask(url, "/ext/dev", "dev.fund", { address: payerAddress, amount: 1 });
      expect(await node.stop()).toBe(0);
      rmSync(join(disk, "filler"));
      await node.start();
      expect(await ask(node.url, "/ext/bc/P", "platform.getHeight")).toEqual({ height: "1" });
    },
  );

  it("a node that cannot save its state ends with code 1", async () => {
    node = await NodeProcess.start("--ephemeral", `--state=${join(disk, "state")}`, ...space);
    fillDisk();
    expect(await node.stop()).toBe(1);
  });
});
