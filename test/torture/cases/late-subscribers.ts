import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodeProcess } from "../node-process.ts";
import { openConnections } from "../raw-client.ts";
import { type Measure, type TortureCase, waitRows } from "../torture-case.ts";

const blocks = 300;
const subscribers = 1_000;
const rounds = 3;
const durationMs = 2_500;

export const torture: TortureCase = {
  attack:
    "1,000 subscribers that connect in one burst, catch up and never read, beside 1,000 live ones",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=500");
    for (let i = 0; i < blocks; i++) await node.call("/ext/dev", "dev.buildBlock", {});
    const bystander = await stage.startBystander(node);
    const measures: Measure[] = [];
    for (let round = 1; round <= rounds; round++) {
      const live = await subscribe(node, "");
      await sleep(durationMs);
      await bystander.waits();
      const late = await subscribe(node, "?fromHeight=0");
      await sleep(durationMs);
      measures.push(...waitRows(`burst ${round}`, await bystander.waits()));
      for (const socket of [...live, ...late]) socket.destroy();
      await sleep(1_000);
    }
    measures.push({ what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" });
    return measures;
  },
};

async function subscribe(node: NodeProcess, query: string): Promise<readonly Socket[]> {
  const sockets = await openConnections(node, subscribers);
  for (const socket of sockets) {
    socket.write(`GET /ext/events${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  }
  return sockets;
}
