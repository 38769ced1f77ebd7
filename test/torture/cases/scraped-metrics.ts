import { setTimeout as sleep } from "node:timers/promises";
import { openConnections } from "../raw-client.ts";
import type { Measure, TortureCase } from "../torture-case.ts";
import { ask } from "../waits-beside.ts";

const connections = 300;
const paths = ["/ext/metrics", "/ext/health", "/ext/metrics"];

export const torture: TortureCase = {
  attack: "300 connections with pipelined sampleValidators of 65,535, beside the operator's tools",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=500");
    const sockets = await openConnections(node, connections);
    const request = ask("platform.sampleValidators", { size: 65_535 }).repeat(60);
    for (const socket of sockets) {
      socket.resume();
      socket.write(request);
    }
    await sleep(1_000);
    const measures: Measure[] = [];
    for (const path of paths) {
      const begun = performance.now();
      await (await fetch(node.url + path)).text();
      const measured = performance.now() - begun;
      measures.push({ what: `wait for ${path}`, measured, bound: 1_000, unit: "ms" });
    }
    for (const socket of sockets) socket.destroy();
    return measures;
  },
};
