import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endOfAttack } from "../end-of-attack.ts";
import { type NodeProcess, tlsFlags } from "../node-process.ts";
import { openConnections, post, postHead } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";
import { ask } from "../waits-beside.ts";

type Attack = {
  readonly connections: number;
  /** Sent one after the other, with a pause, on each connection. */
  readonly parts: readonly string[];
  readonly reads: boolean;
  readonly pauseMs?: number;
  /** Whether over TLS. */
  readonly isSecure?: true;
};

const durationMs = 4_000;
const pauseMs = 300;
const height = ask("platform.getHeight");
const validators = ask("platform.getCurrentValidators");
const short = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const metrics = "GET /ext/metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const chunked =
  "POST /ext/bc/P HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

const attacks: Readonly<Record<string, Attack>> = {
  "1,000 that end a body of chunks in the middle of 60 KB of the shortest requests": {
    connections: 1_000,
    parts: [`${chunked}1\r\n`, ` \r\n0\r\n\r\n${short.repeat(2_200)}`],
    reads: false,
  },
  "1,000 that send 60 KB of the shortest requests behind a long answer": {
    connections: 1_000,
    parts: [validators + short.repeat(2_200)],
    reads: false,
  },
  "2,000 that send 120 KB of spaces of a body that waits for room": {
    connections: 2_000,
    parts: [postHead("/ext/bc/P", 5_000_000), ...Array<string>(2).fill(" ".repeat(60_000))],
    reads: false,
  },
  "500 that send 1,500 single bytes behind a stream of events": {
    connections: 500,
    parts: [`GET /ext/events HTTP/1.1\r\nHost: a\r\n\r\n`, ...Array<string>(1_500).fill("G")],
    pauseMs: 1,
    reads: false,
  },
  "300 over TLS that send 60 KB of the shortest requests behind a long answer": {
    connections: 300,
    parts: [validators + short.repeat(2_200)],
    reads: false,
    isSecure: true,
  },
  "300 that send 60 KB of pipelined getHeight": {
    connections: 300,
    parts: [height.repeat(350)],
    reads: true,
  },
  "1,000 that ask for all validators four times and never read": {
    connections: 1_000,
    parts: [height, validators, validators, validators, validators],
    reads: false,
  },
  "1,000 that send half a head after a whole request": {
    connections: 1_000,
    parts: [height, postHead("/ext/bc/P", 2).slice(0, 50)],
    reads: true,
  },
  "1,000 that ask for all metrics a hundred times": {
    connections: 1_000,
    parts: [metrics.repeat(100)],
    reads: true,
  },
  "3,000 that ask for all metrics": { connections: 3_000, parts: [metrics], reads: true },
  "3,000 that ask for all metrics a hundred times and never read": {
    connections: 3_000,
    parts: [metrics.repeat(100)],
    reads: false,
  },
  "300 that hide an expensive method behind a cheap one": {
    connections: 300,
    parts: [
      height,
      post(
        "/ext/bc/P",
        '{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","method":"platform.sampleValidators","params":{"size":65535}}',
      ),
    ],
    reads: true,
  },
};

export const torture: TortureCase = {
  attack:
    "crowds of connections with requests in the middle of others, and answers that nobody reads",
  run: async (stage) => {
    const measures: Measure[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      measures.push(...(await besides(stage, name, attack)));
    }
    return measures;
  },
};

/** Each on a node of its own, for its memory. */
async function besides(stage: Stage, name: string, attack: Attack): Promise<Measure[]> {
  const node = await stage.startNode(
    "--stakers=500",
    ...(attack.isSecure ? tlsFlags("elliptic") : []),
  );
  const bystander = await stage.startBystander(node);
  const sockets = await send(node, attack);
  await sleep(durationMs);
  const leave = () => {
    for (const socket of sockets) {
      if (attack.isSecure) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  const { rows, shutdownMs } = await endOfAttack(name, { node, bystander, leave });
  return [
    ...rows,
    { what: `shutdown after ${name}`, measured: shutdownMs / 1_000, bound: 12, unit: "s" },
  ];
}

async function send(node: NodeProcess, attack: Attack): Promise<readonly Socket[]> {
  const sockets = await openConnections(node, attack.connections);
  if (attack.reads) for (const socket of sockets) socket.resume();
  for (const part of attack.parts) {
    for (const socket of sockets) socket.write(part);
    await sleep(attack.pauseMs ?? pauseMs);
  }
  return sockets;
}
