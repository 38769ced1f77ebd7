import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { canMount, mount, unmount } from "../support/tmpfs.ts";
import { payerAddress } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";
import { ask } from "./rpc.ts";

it.skipIf(!canMount).each([1, 2])(
  "a full disk for temporary files ends the snapshots of a node with %i processes, at the first of them (needs a mount)",
  async (processes) => {
    const disk = mkdtempSync(join(tmpdir(), "couloir-temporary-"));
    mount(disk, "size=2m");
    vi.stubEnv("SQLITE_TMPDIR", disk);
    const node = await NodeProcess.start(`--processes=${processes}`, "--staking-port=0");
    vi.unstubAllEnvs();
    const dev = <T>(method: string, params = {}) =>
      ask<T>(node.url, "/ext/dev", `dev.${method}`, params);
    const fund = () => dev("fund", { address: payerAddress, amount: 1 });
    const move = async (seconds: number) =>
      Number((await dev<{ timestamp: string }>("increaseTime", { seconds })).timestamp);
    const heights = async () => {
      // With several processes, connections go to them in turn.
      const asked = Array.from({ length: 4 }, () =>
        ask<{ height: string }>(node.url, "/ext/bc/P", "platform.getHeight"),
      );
      return new Set((await Promise.all(asked)).map(({ height }) => height));
    };
    try {
      const begun = await move(1);
      const { snapshotID } = await dev<{ snapshotID: string }>("snapshot");
      const filler = join(disk, "filler");
      expect(() => writeFileSync(filler, Buffer.alloc(4 * 2 ** 20))).toThrow("ENOSPC");
      const years = async () => {
        for (let i = 0; i < 20; i++) {
          await fund();
          await move(31_536_000);
          expect(await heights()).not.toContain("1");
        }
      };
      await expect(years()).rejects.toThrow(/the store cannot be written: .*SQLITE_FULL/);
      // SQLite undoes the whole transaction, or only a statement that keeps a journal of its own.
      const { snapshots } = await dev<{ snapshots: string[] }>("nodeInfo");
      if (snapshots.length > 0) {
        expect(snapshots).toEqual([snapshotID]);
        await dev("revert", { snapshotID });
      }
      expect(await heights()).toEqual(new Set(["1"]));
      expect(await dev("nodeInfo")).toMatchObject({ snapshots: [] });
      await expect(dev("revert", { snapshotID })).rejects.toThrow(/snapshot .* not found/);
      rmSync(filler);
      await fund();
      expect(await move(10)).toBeLessThan(begun + 1_000);
      await node.stop();
      await node.start();
      expect(await heights()).toEqual(new Set(["2"]));
    } finally {
      await node.discard();
      unmount(disk);
      rmSync(disk, { recursive: true });
    }
  },
);
