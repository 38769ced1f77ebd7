import { setTimeout as sleep } from "node:timers/promises";
import { endOfAttack } from "../end-of-attack.ts";
import { tlsFlags } from "../node-process.ts";
import { call, openConnections } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const durationMs = 6_000;

const short = Array.from({ length: 1_900 }, (_, i) => `${i.toString(36)}:1\r\n`).join("");
const long = `X-Long: ${"y".repeat(15_000)}\r\n`;
const body = call("info.getNetworkName");
const post = `POST /ext/info HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n`;
const get = "GET /ext/events?topics=block HTTP/1.1\r\nHost: 127.0.0.1\r\n";
const webSocket =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

type Attack = { readonly connections: number; readonly bytes: string; readonly isSecure?: true };

const crowd = (bytes: string): Attack => ({ connections: 8_000, bytes });
/** As many as the node takes, but for the other client's. */
const secureCrowd = (bytes: string): Attack => ({ connections: 2_990, bytes, isSecure: true });

/** What each connection sends. */
const attacks: Readonly<Record<string, Attack>> = {
  "8,000 that send 15 KB of an unfinished head": crowd(`${post}${long}`),
  "8,000 that send 1,900 headers of an unfinished head": crowd(`${post}${short}`),
  "8,000 that send 1,900 headers": crowd(`${post}${short}\r\n${body}`),
  "8,000 that send one call with a head of 15 KB": crowd(
    `${post}${long}Content-Type: application/json;charset=utf-8\r\n\r\n${body}`,
  ),
  "8,000 that open a stream with a head of 15 KB": crowd(`${get}${long}\r\n`),
  "8,000 that open a WebSocket with a head of 15 KB": crowd(`${get}${webSocket}${long}\r\n`),
  "2,990 over TLS that send 15 KB of an unfinished head": secureCrowd(`${post}${long}`),
  "2,990 over TLS that send one call with a head of 15 KB": secureCrowd(
    `${post}${long}\r\n${body}`,
  ),
};

export const torture: TortureCase = {
  attack: "crowds of connections that send long heads, and stay; the other client keeps its own",
  run: async (stage) => {
    const measures: Measure[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      measures.push(...(await beside(stage, name, attack)));
    }
    return measures;
  },
};

async function beside(stage: Stage, name: string, attack: Attack): Promise<Measure[]> {
  const node = await stage.startNode(...(attack.isSecure ? tlsFlags("elliptic") : []));
  const bystander = await stage.startBystander(node, true);
  const sockets = await openConnections(node, attack.connections);
  await bystander.waits();
  for (const [i, socket] of sockets.entries()) {
    socket.resume();
    socket.write(attack.bytes);
    // This process must read its own responses, too.
    if (i % 100 === 0) await sleep(1);
  }
  await sleep(durationMs);
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  return (await endOfAttack(name, { node, bystander, leave })).rows;
}
