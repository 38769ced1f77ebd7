import { setTimeout as sleep } from "node:timers/promises";
import { call, openConnections, post, postHead } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";

const connections = 1_000;
const asked = 300;
const pauseMs = 10;

export const torture: TortureCase = {
  attack: "1,000 connections that read a long answer of their own and then do nothing",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=500");
    const { result } = await node.call("/ext/bc/P", "platform.getCurrentValidators");
    const { validators } = result as { validators: { nodeID: string }[] };
    const nodeIDs = validators.map(({ nodeID }) => nodeID);
    const bystander = await stage.startBystander(node);
    const sockets = await openConnections(node, connections);
    let ended = 0;
    for (const [index, socket] of sockets.entries()) {
      socket.on("close", () => {
        ended += 1;
      });
      socket.resume();
      socket.write(post("/ext/bc/P", call("platform.getHeight")));
      // Different ones for each connection, so that no answer is another's.
      const own = nodeIDs.slice(index % 100).concat(nodeIDs.slice(0, index % 100));
      const params = { nodeIDs: own.slice(0, asked - Math.floor(index / 100)) };
      const body = call("platform.getCurrentValidators", params);
      const head = postHead("/ext/bc/P", body.length, "Accept-Encoding: gzip");
      setTimeout(() => socket.write(head + body), 1_000 + index * pauseMs);
    }
    await sleep(1_000 + connections * pauseMs + 4_000);
    const waits = await bystander.stop();
    const peakMiB = node.peakMiB();
    for (const socket of sockets) socket.destroy();
    return [
      { what: "most memory", measured: peakMiB, bound: 250, unit: "MiB" },
      { what: "connections that ended", measured: ended, bound: 0, unit: "" },
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
    ];
  },
};
