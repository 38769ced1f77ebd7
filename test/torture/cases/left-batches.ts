import { setTimeout as sleep } from "node:timers/promises";
import { call, openConnections, post } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";

const batches = 10;
const batchCalls = 1_000;

export const torture: TortureCase = {
  attack:
    "10 batches of 1,000 calls (sampleValidators of 10,000) whose connections are reset at once",
  run: async (stage) => {
    const node = await stage.startNode();
    const one = call("platform.sampleValidators", { size: 10_000 });
    const request = post("/ext/bc/P", `[${Array(batchCalls).fill(one)}]`);
    const before = node.cpuMs();
    await node.call("/ext/bc/P", "platform.sampleValidators", { size: 10_000 });
    const oneCallMs = node.cpuMs() - before;
    const sockets = await openConnections(node, batches);
    for (const socket of sockets) socket.write(request);
    await sleep(200);
    for (const socket of sockets) socket.resetAndDestroy();
    await sleep(300);
    const after = node.cpuMs();
    await sleep(5_000);
    return [
      { what: "CPU time of one call", measured: oneCallMs, reported: true, unit: "ms" },
      {
        what: "CPU time in the 5 seconds after the resets",
        measured: node.cpuMs() - after,
        bound: 500,
        unit: "ms",
      },
    ];
  },
};
