import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canMount, mount, unmount } from "../../support/tmpfs.ts";
import { payerAddress } from "../../support/transfers.ts";
import { NodeProcess } from "../node-process.ts";
import { holds, type Measure, type TortureCase } from "../torture-case.ts";

const diskMiB = 64;
const guardBytes = 16 * 1024 * 1024;
const checkMs = 200;
const noticeMs = 10_000;

export const torture: TortureCase = {
  attack: "a data disk that fills up, to below the guard and to the last byte (needs root)",
  run: async (stage) => {
    if (!canMount) {
      return [{ what: "skipped: cannot mount a disk", measured: 0, reported: true, unit: "" }];
    }
    const disk = stage.directory();
    mount(disk, `size=${diskMiB}m`);
    stage.onEnd(() => unmount(disk));
    const node = new NodeProcess(join(disk, "data"), [
      `--health-check-frequency=${checkMs}ms`,
      `--system-tracker-disk-required-available-space=${guardBytes}`,
      `--system-tracker-disk-warning-threshold-available-space=${guardBytes}`,
      `--log-dir=${stage.directory()}`,
    ]);
    stage.onEnd(() => node.kill());
    await node.started();
    const measures: Measure[] = [
      ...(await whileFilled(node, disk, "below the guard", guardBytes / 2)),
      ...(await whileFilled(node, disk, "full", 0)),
      ...(await whileFilled(node, disk, "below the guard again", guardBytes / 2, true)),
    ];
    return measures;
  },
};

/** What the node does while only a few bytes are free, and after that. */
async function whileFilled(
  node: NodeProcess,
  disk: string,
  how: string,
  freeBytes: number,
  andStop = false,
): Promise<Measure[]> {
  const filler = join(disk, "filler");
  fill(disk, filler, freeBytes);
  const becameUnhealthy = await until(async () => (await healthOf(node)) === 503);
  const refused = await fund(node);
  const read = await node.call("/ext/bc/P", "platform.getHeight");
  const measures = [
    holds(`${how}: the node runs`, node.isRunning()),
    holds(`${how}: it is unhealthy`, becameUnhealthy),
    holds(
      `${how}: it refuses a write with the reason`,
      refused.error?.message.startsWith("the store cannot be written: ") === true,
    ),
    holds(`${how}: it serves reads`, read.error === undefined),
  ];
  if (andStop)
    return [...measures, holds(`${how}: it ends with code 0`, (await node.stop()).code === 0)];
  rmSync(filler);
  const recovered = await until(async () => (await healthOf(node)) === 200);
  const written = await until(async () => (await fund(node)).error === undefined);
  return [
    ...measures,
    holds(`${how}, then freed: it is healthy`, recovered),
    holds(`${how}, then freed: it writes`, written),
  ];
}

function fill(disk: string, filler: string, freeBytes: number): void {
  const file = openSync(filler, "w");
  const part = Buffer.alloc(64 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk);
      const left = bavail * bsize - freeBytes;
      if (left <= 0) return;
      writeSync(file, part, 0, Math.min(part.length, left));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

async function until(holdsNow: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + noticeMs;
  while (Date.now() < deadline) {
    if (await holdsNow()) return true;
    await sleep(checkMs / 2);
  }
  return false;
}

async function healthOf(node: NodeProcess): Promise<number> {
  const response = await fetch(`${node.url}/ext/health`);
  await response.text();
  return response.status;
}

function fund(node: NodeProcess) {
  return node.call("/ext/dev", "dev.fund", { address: payerAddress, amount: 1 });
}
