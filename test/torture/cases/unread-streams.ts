import { setTimeout as sleep } from "node:timers/promises";
import { openConnections } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";

const live = 1_000;
const catchingUp = 1_000;
const blocks = 300;

export const torture: TortureCase = {
  attack: "1,000 live and 1,000 catching-up subscribers that never read, while blocks are made",
  run: async (stage) => {
    const node = await stage.startNode();
    await makeBlocks(node, blocks);
    const aloneMs = await makeBlocks(node, blocks);
    const bystander = await stage.startBystander(node);
    const sockets = await openConnections(node, live + catchingUp);
    stage.onEnd(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const [i, socket] of sockets.entries()) {
      const query = i < live ? "" : "?fromHeight=0";
      socket.write(`GET /ext/events${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    }
    await sleep(2_000);
    const besideMs = await makeBlocks(node, blocks);
    await sleep(5_000);
    const before = node.cpuMs();
    await sleep(2_000);
    const idleCpuMs = node.cpuMs() - before;
    const waits = await bystander.stop();
    return [
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
      {
        what: `${blocks} blocks beside them, compared with alone`,
        measured: (100 * besideMs) / aloneMs,
        bound: 300,
        unit: "%",
      },
      {
        what: "CPU time in 2 seconds, afterwards",
        measured: idleCpuMs,
        reported: true,
        unit: "ms",
      },
      { what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" },
    ];
  },
};

/** Funds as many addresses, each in a block of its own. Resolves to the CPU-independent time that it took. */
async function makeBlocks(
  node: { call(path: string, method: string, params: unknown): Promise<unknown> },
  count: number,
): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < count; i++) {
    await node.call("/ext/dev", "dev.increaseTime", { seconds: 1 });
    await node.call("/ext/dev", "dev.buildBlock", {});
  }
  return performance.now() - begun;
}
