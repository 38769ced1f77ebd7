/*
 * `npm run soak [-- --minutes 30] [--clients 40]`: a node that serves mixed clients for a long time, a tenth of them hostile.
 * Prints memory, open handles and the waits of the honest clients in each tenth of the time. The exit code is 1 if the end is
 * worse than the start. Needs Linux.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { NodeProcess } from "../torture/node-process.ts";
import { Stage } from "../torture/stage.ts";
import type { HonestReport } from "./honest-process.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    clients: { type: "string", default: "40" },
  },
});
const periods = 10;
const periodMs = (Number(options.minutes) * 60_000) / periods;
const clients = Number(options.clients);
const hostile = Math.max(1, Math.round(clients / 10));
/** How much worse than the start the end may be. */
const bounds = { memoryMiB: 100, handles: 50, p99Factor: 2, p99Ms: 25 };

type Period = HonestReport & { readonly memoryMiB: number; readonly handles: number };

const stage = new Stage();
try {
  const node = await stage.startNode("--stakers=200");
  const honest = startProcess(stage, "honest-process.ts", node, clients - hostile);
  startProcess(stage, "hostile-process.ts", node, hostile);
  printRow(["minutes", "RSS MiB", "handles", "calls", "failed", "p50 ms", "p99 ms", "longest ms"]);
  const seen: Period[] = [];
  for (let i = 1; i <= periods; i++) {
    await sleep(periodMs);
    if (!node.isRunning()) throw new Error(`the node ended: ${node.printed}`);
    const period = await periodOf(node, honest);
    seen.push(period);
    const { memoryMiB, handles, calls, failed, p50Ms, p99Ms, longestMs } = period;
    const cells = [
      (i * periodMs) / 60_000,
      memoryMiB,
      handles,
      calls,
      failed,
      p50Ms,
      p99Ms,
      longestMs,
    ];
    printRow(cells.map((value) => String(Number(value.toFixed(1)))));
  }
  process.exitCode = judge(seen) ? 0 : 1;
} finally {
  await stage.end();
}

/**
 * Compares the end with the second period: the first one fills the caches. Memory is compared with the most of the first
 * half: it follows the attacks of the moment.
 */
function judge(seen: readonly Period[]): boolean {
  const [start, end] = [seen[1]!, seen.at(-1)!];
  const mostMiB = Math.max(...seen.slice(0, periods / 2).map(({ memoryMiB }) => memoryMiB));
  const failed = seen.reduce((sum, period) => sum + period.failed, 0);
  const rows: readonly (readonly [what: string, isGood: boolean])[] = [
    [
      `RSS from ${start.memoryMiB.toFixed(0)} to ${end.memoryMiB.toFixed(0)} MiB, at most ${mostMiB.toFixed(0)} in the first half`,
      end.memoryMiB <= mostMiB + bounds.memoryMiB,
    ],
    [
      `open handles from ${start.handles} to ${end.handles}`,
      end.handles <= start.handles + bounds.handles,
    ],
    [
      `p99 of honest clients from ${start.p99Ms.toFixed(1)} to ${end.p99Ms.toFixed(1)} ms`,
      end.p99Ms <= Math.max(bounds.p99Ms, start.p99Ms * bounds.p99Factor),
    ],
    [`${failed} calls of honest clients failed`, failed === 0],
  ];
  for (const [what, isGood] of rows) console.log(`${isGood ? "pass" : "FAIL"}  ${what}`);
  return rows.every(([, isGood]) => isGood);
}

async function periodOf(node: NodeProcess, honest: ChildProcess): Promise<Period> {
  honest.send("report");
  const [report] = (await once(honest, "message")) as [HonestReport];
  return {
    ...report,
    memoryMiB: node.residentMiB(),
    handles: readdirSync(`/proc/${node.pid}/fd`).length,
  };
}

/** Clients in a process of their own, so that the work of the hostile ones is not a wait of the honest ones. */
function startProcess(
  stage: Stage,
  module: string,
  node: NodeProcess,
  count: number,
): ChildProcess {
  const child = fork(new URL(module, import.meta.url), [String(node.port), String(count)]);
  stage.onEnd(async () => {
    if (child.exitCode !== null) return;
    const exit = once(child, "exit");
    child.kill();
    await exit;
  });
  return child;
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(10)).join(" "));
}
