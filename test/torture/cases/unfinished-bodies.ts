import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openConnections, postHead } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";
import { bodyBytesMax } from "../waits-beside.ts";

const connections = 100;
const sentBytes = bodyBytesMax - 1;

export const torture: TortureCase = {
  attack: "100 connections that each send 5 MiB of a body and never its end",
  run: async (stage) => {
    const node = await stage.startNode("--public");
    const bystander = await stage.startBystander(node);
    const sockets = await openConnections(node, connections);
    stage.onEnd(() => {
      for (const socket of sockets) socket.destroy();
    });
    const part = Buffer.alloc(64 * 1024, 0x20);
    for (const socket of sockets) {
      socket.write(postHead("/ext/bc/P", sentBytes + 1));
      void send(socket, part, sentBytes);
    }
    await sleep(15_000);
    const waits = await bystander.stop();
    return [
      { what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" },
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
      { what: "its calls that failed", measured: waits.failed, bound: 0, unit: "" },
    ];
  },
};

/** As fast as the node takes it. */
async function send(socket: Socket, part: Buffer, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += part.length) {
    if (!socket.write(part)) {
      await new Promise((resolve) => {
        socket.once("drain", resolve);
        socket.once("close", resolve);
      });
    }
  }
}
