import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endOfAttack } from "../end-of-attack.ts";
import { openConnections, postHead } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";
import { bodyBytesMax } from "../waits-beside.ts";

const connections = 100;
const partBytes = 64 * 1024;

/** How many bytes of the longest body each connection sends. */
const attacks: Readonly<Record<string, number>> = {
  "all but the last byte": bodyBytesMax - 1,
  "the whole of it, and then nothing": bodyBytesMax,
};

export const torture: TortureCase = {
  attack: "100 connections that each send a body of 5 MiB, or never its end",
  run: async (stage) => {
    const measures: Measure[] = [];
    for (const [name, bytes] of Object.entries(attacks)) {
      measures.push(...(await besides(stage, name, bytes)));
    }
    return measures;
  },
};

/** Each on a node of its own, for its memory. */
async function besides(stage: Stage, name: string, bytes: number): Promise<Measure[]> {
  const node = await stage.startNode("--public");
  const bystander = await stage.startBystander(node);
  const sockets = await openConnections(node, connections);
  for (const socket of sockets) {
    socket.write(postHead("/ext/bc/P", bodyBytesMax));
    void send(socket, bytes);
  }
  await sleep(15_000);
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  return (await endOfAttack(name, { node, bystander, leave })).rows;
}

/** Sends spaces as fast as the node takes them. */
async function send(socket: Socket, bytes: number): Promise<void> {
  const part = Buffer.alloc(partBytes, 0x20);
  for (let left = bytes; left > 0 && !socket.destroyed; left -= part.length) {
    if (!socket.write(part.subarray(0, left))) {
      await new Promise((resolve) => {
        socket.once("drain", resolve);
        socket.once("close", resolve);
      });
    }
  }
}
