import { setTimeout as sleep } from "node:timers/promises";
import { endOfAttack } from "../end-of-attack.ts";
import { call, openConnections } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const connections = 8_000;
const durationMs = 6_000;

const short = Array.from({ length: 1_900 }, (_, i) => `${i.toString(36)}:1\r\n`).join("");
const long = `X-Long: ${"y".repeat(15_000)}\r\n`;
const body = call("info.getNetworkName");
const post = `POST /ext/info HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n`;
const get = "GET /ext/events?topics=block HTTP/1.1\r\nHost: 127.0.0.1\r\n";
const webSocket =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/** What each connection sends. */
const attacks: Readonly<Record<string, string>> = {
  "8,000 that send 15 KB of an unfinished head": `${post}${long}`,
  "8,000 that send 1,900 headers of an unfinished head": `${post}${short}`,
  "8,000 that send 1,900 headers": `${post}${short}\r\n${body}`,
  "8,000 that send one call with a head of 15 KB": `${post}${long}Content-Type: application/json;charset=utf-8\r\n\r\n${body}`,
  "8,000 that open a stream with a head of 15 KB": `${get}${long}\r\n`,
  "8,000 that open a WebSocket with a head of 15 KB": `${get}${webSocket}${long}\r\n`,
};

export const torture: TortureCase = {
  attack: "crowds of connections that send long heads, and stay; the other client keeps its own",
  run: async (stage) => {
    const measures: Measure[] = [];
    for (const [name, bytes] of Object.entries(attacks)) {
      measures.push(...(await beside(stage, name, bytes)));
    }
    return measures;
  },
};

async function beside(stage: Stage, name: string, bytes: string): Promise<Measure[]> {
  const node = await stage.startNode();
  const bystander = await stage.startBystander(node, true);
  const sockets = await openConnections(node, connections);
  await bystander.waits();
  for (const [i, socket] of sockets.entries()) {
    socket.resume();
    socket.write(bytes);
    // This process must read its own responses, too.
    if (i % 100 === 0) await sleep(1);
  }
  await sleep(durationMs);
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  return (await endOfAttack(name, { node, bystander, leave })).rows;
}
