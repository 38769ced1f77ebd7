/*
 * Hostile clients: each sends one of the attacks of the torture cases after the other, from a new connection; it reads the
 * answers, reads nothing, or resets the connection.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { attacks as expensive } from "../torture/cases/expensive-calls.ts";
import { attacks as bodies } from "../torture/cases/strange-bodies.ts";
import { attacks as framing } from "../torture/cases/strange-framing.ts";
import { call, post, postHead } from "../torture/raw-client.ts";

const port = Number(process.argv[2]);
const count = Number(process.argv[3]);
const longestMs = 3_000;

const more: readonly (() => string | Buffer)[] = [
  () => "GET /ext/events?fromHeight=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  () => postHead("/ext/bc/P", 7_000_000) + " ".repeat(6_000_000),
  () => post("/ext/keystore", call("keystore.exportUser", { username: "nobody", password: "x" })),
  () =>
    post(
      "/ext/keystore",
      `[${Array(50).fill(call("keystore.createUser", { username: "a", password: "b" }))}]`,
    ),
  () => "GET / HTTP/1.1\r\n",
];
const all = [expensive, bodies, framing].flatMap((each) => Object.values(each)).concat(more);

process.on("disconnect", () => process.exit());
for (let i = 0; i < count; i++) void attackOn();

async function attackOn(): Promise<void> {
  for (;;) {
    const bytes = all[Math.floor(Math.random() * all.length)]!();
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => {});
    if (Math.random() < 0.5) socket.resume();
    else socket.pause();
    if (!socket.destroyed) socket.write(bytes);
    await sleep(Math.random() * longestMs);
    if (Math.random() < 0.5) socket.resetAndDestroy();
    else socket.destroy();
  }
}
