import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { endOfAttack } from "../end-of-attack.ts";
import { type NodeProcess, tlsFlags } from "../node-process.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const connections = 2_000;
const durationMs = 4_000;

/** The parts of a hello that each connection sends; the next when all have sent the one before. */
const attacks: Readonly<Record<string, (hello: Buffer) => readonly Buffer[]>> = {
  "2,000 that send the hello of a TLS handshake and no more": (hello) => [hello],
  "2,000 that send the last byte of their hello at once": (hello) => [
    hello.subarray(0, -1),
    hello.subarray(-1),
  ],
  "2,000 that send their hello in two records": (hello) => inTwoRecords(hello),
};

export const torture: TortureCase = {
  attack:
    "crowds of TLS handshakes, with a key that takes long to sign; the other client keeps its connection",
  run: async (stage) => {
    const hello = await clientHello();
    const measures: Measure[] = [];
    for (const [name, parts] of Object.entries(attacks)) {
      measures.push(...(await beside(stage, name, parts(hello))));
    }
    return measures;
  },
};

async function beside(stage: Stage, name: string, parts: readonly Buffer[]): Promise<Measure[]> {
  const node = await stage.startNode(...tlsFlags("rsa"));
  const bystander = await stage.startBystander(node, true);
  const sockets: Socket[] = [];
  stage.onEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < connections) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open(node)))));
  }
  let newMs = 0;
  for (const part of parts) {
    for (const socket of sockets) socket.write(part);
    await sleep(durationMs / parts.length);
    newMs = Math.max(newMs, await secureMs(node));
  }
  // They stay: a node that ends must end them, too.
  const { rows } = await endOfAttack(name, { node, bystander, leave: () => {} });
  return [...rows, { what: `a handshake after ${name}`, measured: newMs, bound: 500, unit: "ms" }];
}

/** A connection whose errors are ignored: the node ends many. */
function open({ port }: NodeProcess): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", () => {});
    socket.resume();
  });
}

/** How long a handshake takes. */
function secureMs({ port }: NodeProcess): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connectSecurely({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(performance.now() - begun);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

/** What node:tls sends first. */
function clientHello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.once("data", (hello) => {
        socket.destroy();
        server.close();
        resolve(hello);
      });
    });
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      connectSecurely({ port, host: "127.0.0.1" }).on("error", () => {});
    });
  });
}

/** The same message with its first byte in a record of its own. */
function inTwoRecords(hello: Buffer): Buffer[] {
  const record = (message: Buffer) => {
    const head = Buffer.from(hello.subarray(0, 5));
    head.writeUInt16BE(message.length, 3);
    return Buffer.concat([head, message]);
  };
  return [record(hello.subarray(5, 6)), record(hello.subarray(6))];
}
