import { setTimeout as sleep } from "node:timers/promises";
import { openConnections } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";

const subscribers = 10_000;
const quietMs = 20_000;

export const torture: TortureCase = {
  attack: "10,000 subscribers that read, while nothing happens, and one block",
  run: async (stage) => {
    const node = await stage.startNode();
    await sleep(1_000);
    const aloneMiB = node.residentMiB();
    const sockets = await openConnections(node, subscribers);
    stage.onEnd(() => {
      for (const socket of sockets) socket.destroy();
    });
    let received = 0;
    for (const socket of sockets) {
      socket.on("data", (bytes: Buffer) => {
        if (bytes.includes("event: block")) received += 1;
      });
      socket.resume();
      socket.write("GET /ext/events?topics=block HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }
    await sleep(5_000);
    const before = node.cpuMs();
    await sleep(quietMs);
    const idleCpuMs = node.cpuMs() - before;
    const besideMiB = node.residentMiB();
    const bystander = await stage.startBystander(node);
    const beforeBlock = node.cpuMs();
    const begun = performance.now();
    await node.call("/ext/dev", "dev.increaseTime", { seconds: 400 * 86_400 });
    while (received < subscribers && performance.now() - begun < 10_000) await sleep(10);
    const arrivedMs = performance.now() - begun;
    const blockCpuMs = node.cpuMs() - beforeBlock;
    const waits = await bystander.stop();
    return [
      {
        what: "memory for each subscriber, KiB",
        measured: ((besideMiB - aloneMiB) * 1_024) / subscribers,
        bound: 40,
        unit: "",
      },
      {
        what: "CPU time in a second while nothing happens, with keep-alives",
        measured: (idleCpuMs * 1_000) / quietMs,
        bound: 100,
        unit: "ms",
      },
      {
        what: "subscribers that got the block",
        measured: received,
        atLeast: subscribers,
        unit: "",
      },
      { what: "time until the last got it", measured: arrivedMs, reported: true, unit: "ms" },
      { what: "CPU time of that", measured: blockCpuMs, reported: true, unit: "ms" },
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
    ];
  },
};
