import { setTimeout as sleep } from "node:timers/promises";
import { call, openConnections, post } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";

const connections = 400;
const batchCalls = 120;

export const torture: TortureCase = {
  attack:
    "400 connections that each send a batch of 120 getCurrentValidators (500 stakers) and never read",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=500", "--public");
    const bystander = await stage.startBystander(node);
    const one = call("platform.getCurrentValidators");
    const request = post("/ext/bc/P", `[${Array(batchCalls).fill(one)}]`);
    const sockets = await openConnections(node, connections);
    stage.onEnd(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.write(request);
    await sleep(15_000);
    const waits = await bystander.stop();
    return [
      { what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" },
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
      { what: "its calls that failed", measured: waits.failed, bound: 0, unit: "" },
    ];
  },
};
