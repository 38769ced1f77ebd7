import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canMount, mount, unmount } from "../../support/tmpfs.ts";
import { payerAddress } from "../../support/transfers.ts";
import type { NodeProcess } from "../node-process.ts";
import { holds, type TortureCase } from "../torture-case.ts";

const changes = 30;
const checkMs = 50;

export const torture: TortureCase = {
  attack: "a disk for the log that is full to the last byte, and then not (needs root)",
  run: async (stage) => {
    if (!canMount) {
      return [{ what: "skipped: cannot mount a disk", measured: 0, reported: true, unit: "" }];
    }
    const disk = stage.directory();
    mount(disk, "size=1m");
    stage.onEnd(() => unmount(disk));
    const frequency = `--health-check-frequency=${checkMs}ms`;
    const node = await stage.startNode(`--log-dir=${disk}`, frequency);
    stage.onEnd(() => node.kill());
    const filler = join(disk, "filler");
    fill(filler);
    const whileFull = await writesOf(node);
    const lost = await lostLines(node);
    const health = await fetch(`${node.url}/ext/health`);
    await health.text();
    rmSync(filler);
    const afterwards = await writesOf(node);
    await sleep(500);
    const { code } = await node.stop();
    return [
      holds("full: the node serves and accepts blocks", whileFull),
      holds("full: it is healthy", health.status === 200),
      { what: "full: log lines that it counts as lost", measured: lost, reported: true, unit: "" },
      holds("full: it counts them", lost > 0),
      holds("then freed: the node serves and accepts blocks", afterwards),
      holds(
        "then freed: the log has how many were lost",
        /log lines were lost/.test(readFileSync(join(disk, "main.log"), "utf8")),
      ),
      holds("it ends with code 0", code === 0),
    ];
  },
};

function fill(filler: string): void {
  const file = openSync(filler, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(512));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

/** Makes the node log that it is unhealthy and healthy in turns, and accept a block. Returns whether it accepted the block. */
async function writesOf(node: NodeProcess): Promise<boolean> {
  for (let i = 0; i < changes; i++) {
    const bootstrapped = i % 2 === 1;
    await node.call("/ext/dev", "dev.setBootstrapped", { bootstrapped });
    await sleep(2 * checkMs);
  }
  const params = { address: payerAddress, amount: 1 };
  const { error } = await node.call("/ext/dev", "dev.fund", params);
  return error === undefined;
}

async function lostLines(node: NodeProcess): Promise<number> {
  const metrics = await (await fetch(`${node.url}/ext/metrics`)).text();
  const values = [...metrics.matchAll(/^couloir_log\w*lost\w*(?:{.*})? (\d+)/gm)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
