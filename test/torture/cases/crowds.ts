import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodeProcess } from "../node-process.ts";
import { call, openConnections, post } from "../raw-client.ts";
import { type Measure, type TortureCase, waitRows } from "../torture-case.ts";
import { ask } from "../waits-beside.ts";

const durationMs = 5_000;
const streamHead = "GET /ext/events?fromHeight=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

const webSocketHead = `${[
  "GET /ext/events HTTP/1.1",
  "Host: 127.0.0.1",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
].join("\r\n")}\r\n\r\n`;

/** What many connections do at the same time, until the signal. */
const crowds: Readonly<Record<string, (node: NodeProcess, end: AbortSignal) => Promise<void>>> = {
  "300 that each ask for sampleValidators of 65,535": (node, end) =>
    crowd(node, end, 300, ask("platform.sampleValidators", { size: 65_535 }).repeat(20), true),
  "300 that each ask for all validators and read a KiB a second": (node, end) =>
    crowd(node, end, 300, ask("platform.getCurrentValidators").repeat(20), false, slowly),
  "300 that each send a batch of 1,000 getHeight": (node, end) =>
    crowd(
      node,
      end,
      300,
      post("/ext/bc/P", `[${Array(1_000).fill(call("platform.getHeight"))}]`),
      true,
    ),
  "100 that each send 1 MB of values": (node, end) =>
    crowd(node, end, 100, post("/ext/bc/P", `[${"0,".repeat(130_000)}0]`.padEnd(1_000_000)), true),
  "50 that open and leave streams without a pause": (node, end) => loops(node, end, 50, streamHead),
  "50 that open and leave connections without a pause": (node, end) =>
    loops(node, end, 50, ask("platform.getHeight")),
  "50 that send pongs over a WebSocket without a pause": (node, end) =>
    crowd(node, end, 50, webSocketHead, true, pongs),
  "2,000 that open a stream and read it": (node, end) => crowd(node, end, 2_000, streamHead, true),
};

export const torture: TortureCase = {
  attack: "crowds of connections that are each hard to serve",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=500");
    const bystander = await stage.startBystander(node);
    const measures: Measure[] = [];
    for (const [name, begin] of Object.entries(crowds)) {
      await bystander.waits();
      const end = new AbortController();
      const ended = begin(node, end.signal);
      await sleep(durationMs);
      const waits = await bystander.waits();
      end.abort();
      await ended;
      measures.push(...waitRows(name, waits));
      await sleep(500);
    }
    measures.push({ what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" });
    return measures;
  },
};

async function crowd(
  node: NodeProcess,
  end: AbortSignal,
  count: number,
  bytes: string,
  reads: boolean,
  also: (socket: Socket) => () => void = () => () => {},
): Promise<void> {
  const sockets = await openConnections(node, count);
  const stops = sockets.map((socket) => also(socket));
  for (const socket of sockets) {
    if (reads) socket.resume();
    socket.write(bytes);
  }
  if (!end.aborted) await once(end, "abort");
  for (const stop of stops) stop();
  for (const socket of sockets) socket.destroy();
}

/** Reads a little each second. Returns how to stop. */
function slowly(socket: Socket): () => void {
  const timer = setInterval(() => socket.read(1_024), 1_000);
  return () => clearInterval(timer);
}

/** Sends empty pongs as fast as they are taken. Returns how to stop. */
function pongs(socket: Socket): () => void {
  const frames = Buffer.concat(Array<Buffer>(10_000).fill(Buffer.from([0x8a, 0x80, 1, 2, 3, 4])));
  const send = () => {
    while (socket.write(frames));
  };
  socket.once("data", () => {
    socket.on("drain", send);
    send();
  });
  return () => socket.removeListener("drain", send);
}

async function loops(
  node: NodeProcess,
  end: AbortSignal,
  count: number,
  bytes: string,
): Promise<void> {
  const loop = async () => {
    while (!end.aborted) {
      const socket = connect({ port: node.port, host: "127.0.0.1" });
      socket.on("error", () => {});
      socket.write(bytes);
      socket.once("data", () => socket.destroy());
      await once(socket, "close").catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: count }, loop));
}
