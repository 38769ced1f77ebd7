import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { Handshakes } from "../../../src/rpc/http/handshakes.ts";

/** A record with the shortest message of a handshake. */
const hello = Buffer.from("160301000401000000", "hex");
const inPieces = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte));
const after: (() => void)[] = [];
afterEach(() => {
  for (const end of after.splice(0)) end();
});

describe("a TLS handshake", () => {
  test.each([
    ["in one piece", [hello]],
    ["a byte at a time", inPieces(hello)],
    ["in two records", [Buffer.from("16030100010116030100030000", "hex"), Buffer.of(0)]],
    ["that is something else", [Buffer.from("GET / ")]],
  ])("begins with a hello %s, of which nothing is lost", async (_, pieces) => {
    const { open, begun } = await listen();
    const client = await open();
    for (const piece of pieces.slice(0, -1)) {
      client.write(piece);
      await sleep(5);
    }
    expect(begun).toEqual([]);
    client.write(pieces.at(-1)!);
    while (begun.length === 0) await sleep(1);
    expect(begun[0]!.socket.read()).toEqual(Buffer.concat(pieces));
  });

  test.each([
    [
      "is longer than any",
      [Buffer.concat([Buffer.of(22, 3, 1, 64, 0, 1, 0, 60, 0), Buffer.alloc(8_192)])],
    ],
    [
      "comes in more pieces than any",
      Array.from({ length: 40 }, () => Buffer.from("1603010000", "hex")),
    ],
    ["does not come in time", [hello.subarray(0, -1)]],
  ])("ends if its hello %s", async (_, pieces) => {
    const { open, begun } = await listen({ timeoutMs: 500 });
    const client = await open();
    const closed = once(client, "close");
    for (const piece of pieces) {
      client.write(piece);
      await sleep(2);
    }
    await closed;
    expect(begun).toEqual([]);
  });

  test("begins when those before it are finished or have had their time, the newest first", async () => {
    const costMs = 20;
    const crowd = 40;
    const { handshakes, open, begun } = await listen({ costMs });
    const clients: Socket[] = [];
    for (let i = 0; i < crowd; i++) clients.push(await open());
    const ports = clients.map(({ localPort }) => localPort);
    for (const client of clients) client.write(hello);
    while (begun.length < crowd) {
      expect(begun.filter(({ socket }) => !socket.destroyed).length).toBeLessThan(20);
      await sleep(1);
    }
    const ended = begun.filter(({ socket }) => socket.destroyed);
    expect(ended.length).toBeGreaterThan(20);
    expect(ended).toEqual(begun.slice(0, ended.length));
    expect(handshakes.ended).toBe(ended.length);
    for (const { socket } of begun) handshakes.finish(socket);
    await sleep(250);
    expect(begun.at(-1)!.socket.destroyed).toBe(false);
    const last = begun.slice(crowd / 2).map(({ port }) => port);
    expect(last).toEqual(ports.filter((port) => last.includes(port)).reverse());
  });
});

type Begun = { readonly socket: Socket; readonly port: number | undefined };

/** A server whose handshakes take a while to begin, and never finish. */
async function listen({ timeoutMs = 30_000, costMs = 0 } = {}) {
  const begun: Begun[] = [];
  const handshakes = new Handshakes(timeoutMs, (socket) => {
    begun.push({ socket, port: socket.remotePort });
    const end = performance.now() + costMs;
    process.nextTick(() => {
      while (performance.now() < end);
    });
  });
  const server = createServer({ pauseOnConnect: true }, (socket) => handshakes.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  after.push(() => server.close());
  const open = async () => {
    const client = connect(port, "127.0.0.1");
    client.on("error", () => {});
    client.resume();
    after.push(() => client.destroy());
    await once(client, "connect");
    return client;
  };
  return { handshakes, open, begun };
}
