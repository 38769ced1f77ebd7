/*
 * CPU per request of an HTTP server's share of the work: bare node:http, this project's server, the same
 * without some of its parts, fastify. Each server is a process of its own, whose CPU time is asked for before and after; kinds
 * take turns in every round and the median counts. Run with `npx tsx bench/http-floor.ts [requests
 * per round] [rounds]`.
 */

import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { CostModel } from "../src/rpc/http/cost-model.ts";
import { RouteMetrics } from "../src/rpc/http/metrics.ts";
import { PlainCalls } from "../src/rpc/http/plain-call.ts";
import { Scheduler } from "../src/rpc/http/scheduler.ts";
import { RpcServer } from "../src/rpc/http/server.ts";
import type { MethodEntry } from "../src/rpc/json-rpc/method.ts";
import { FixedData } from "../test/support/fixed-data.ts";

const validators = Array.from({ length: 1_000 }, (_, i) => ({
  txID: `2Z${(i * 2_654_435_761).toString(36).padStart(47, "x")}`,
  nodeID: `NodeID-${(i * 40_503).toString(36).padStart(33, "7")}`,
  stakeAmount: `${2_000_000_000_000 + i}`,
  owner: { addresses: [`P-local1${(i * 7_919).toString(36).padStart(38, "q")}`], threshold: "1" },
  signer: { proofOfPossession: `0x${(i * 104_729).toString(16).padStart(490, "a")}` },
}));
const results = { "toy.getHeight": { height: "44" }, "toy.getValidators": { validators } };

const requestOf = (method: string, gzip: boolean): string => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
  return [
    "POST /ext/bc/P HTTP/1.1",
    "host: 127.0.0.1:9650",
    "connection: keep-alive",
    "content-type: application/json",
    "accept: */*",
    "accept-language: *",
    "user-agent: node",
    `accept-encoding: ${gzip ? "gzip, deflate" : "identity"}`,
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
};

/** Takes a part out of the server of this process. */
const takeOut = {
  "plain calls": () => {
    PlainCalls.prototype.read = () => undefined;
  },
  scheduler: () => {
    Scheduler.prototype.run = (_usage, work) => work();
  },
  "cost model": () => {
    CostModel.prototype.run = (_kind, work) => work();
    CostModel.prototype.isExpensive = () => false;
    CostModel.prototype.addAnswer = () => {};
  },
  metrics: () => {
    RouteMetrics.prototype.begin = () => 0;
    RouteMetrics.prototype.end = () => {};
  },
};
type Part = keyof typeof takeOut;
const parts = Object.keys(takeOut) as Part[];
const without = (part: Part) => `couloir without ${part}`;

type Cell = { readonly server: string; readonly method: string; readonly gzip: boolean };

const cells: readonly Cell[] = [
  { server: "floor", method: "toy.getHeight", gzip: false },
  { server: "floor-parse", method: "toy.getHeight", gzip: false },
  { server: "couloir", method: "toy.getHeight", gzip: false },
  { server: "couloir-live", method: "toy.getHeight", gzip: false },
  ...parts.map((part) => ({ server: without(part), method: "toy.getHeight", gzip: false })),
  { server: "fastify", method: "toy.getHeight", gzip: false },
  { server: "floor", method: "toy.getValidators", gzip: false },
  { server: "couloir", method: "toy.getValidators", gzip: false },
  { server: "couloir", method: "toy.getValidators", gzip: true },
];

const entry = (name: string, lifetime: MethodEntry["lifetime"]): MethodEntry => ({
  name,
  params: { read: () => ({ ok: true, value: {} }), names: undefined },
  validateResult: () => undefined,
  lifetime,
  nodeLocal: false,
  exactNumbers: false,
  errors: [],
});

const startCouloir = async (lifetime: MethodEntry["lifetime"]): Promise<number> => {
  const names = Object.keys(results) as (keyof typeof results)[];
  const server = new RpcServer(
    {
      dialect: "json-rpc",
      routes: [
        {
          paths: ["/ext/bc/P"],
          base: "P",
          methods: Object.fromEntries(names.map((name) => [name, entry(name, lifetime)])),
          handlers: Object.fromEntries(names.map((name) => [name, () => results[name]])),
          context: undefined,
        },
      ],
      gets: [],
      disabled: [],
      headers: { "node-id": "NodeID-P5dvJsfU5unb8bqszSh43tC3EuWQQowZ8" },
      data: new FixedData(44),
      randomID: () => "",
      log: { error: () => {}, warn: () => {} },
    },
    { host: "127.0.0.1", port: 0, allowedHosts: ["localhost"], allowedOrigins: ["*"] },
  );
  return (await server.start()).port;
};

/**
 * Reads the body and sends a fixed answer; with `parse`, also parses it and serializes the response.
 */
const startFloor = (parse: boolean): Promise<number> => {
  const answers = Object.entries(results).map(([name, result]): [string, Buffer] => [
    name,
    Buffer.from(`{"jsonrpc":"2.0","result":${JSON.stringify(result)},"id":1}\n`),
  ]);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString();
      let answer: Buffer | string;
      if (parse) {
        const { id, method } = JSON.parse(body) as { id: number; method: keyof typeof results };
        answer = JSON.stringify({ jsonrpc: "2.0", result: results[method], id });
      } else answer = answers.find(([name]) => body.includes(name))![1];
      response.writeHead(200, {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": Buffer.byteLength(answer),
      });
      response.end(answer);
    });
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
};

const startFastify = async (): Promise<number> => {
  const app = Fastify({ logger: false });
  app.post("/ext/bc/P", (request, reply) => {
    const { id, method } = request.body as { id: number; method: keyof typeof results };
    reply.header("node-id", "NodeID-P5dvJsfU5unb8bqszSh43tC3EuWQQowZ8");
    reply.header("vary", "Accept-Encoding, Origin");
    reply.header("x-content-type-options", "nosniff");
    return reply.send({ jsonrpc: "2.0", result: results[method], id });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
};

const starters: Readonly<Record<string, () => Promise<number>>> = {
  floor: () => startFloor(false),
  "floor-parse": () => startFloor(true),
  couloir: () => startCouloir("block"),
  "couloir-live": () => startCouloir("live"),
  fastify: startFastify,
  ...Object.fromEntries(
    parts.map((part) => [
      without(part),
      () => {
        takeOut[part]();
        return startCouloir("block");
      },
    ]),
  ),
};

type Running = { readonly child: ChildProcess; readonly port: number };

const startChild = (name: string): Promise<Running> =>
  new Promise((resolve) => {
    const child = fork(import.meta.filename, [], { env: { ...process.env, BENCH_SERVER: name } });
    child.once("message", (port) => resolve({ child, port: port as number }));
  });

const cpuMicros = ({ child }: Running): Promise<number> =>
  new Promise((resolve) => {
    child.once("message", (micros) => resolve(micros as number));
    child.send("cpu");
  });

/** Sends one request and learns how long an answer is. */
const answerBytes = (port: number, request: string): Promise<number> =>
  new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const split = received.indexOf("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(received.toString("latin1", 0, split));
      if (length === null || received.length < split + 4 + Number(length[1])) return;
      socket.destroy();
      resolve(received.length);
    });
  });

const load = async (port: number, request: string, requests: number): Promise<void> => {
  const bytes = await answerBytes(port, request);
  const connections = 8;
  let left = requests;
  const run = (): Promise<void> =>
    new Promise((resolve) => {
      let received = 0;
      const socket = connect(port, "127.0.0.1");
      const next = (): void => {
        if (left-- > 0) socket.write(request);
        else socket.destroy();
      };
      socket.on("connect", next);
      socket.on("close", () => resolve());
      socket.on("data", (chunk) => {
        received += chunk.length;
        if (received < bytes) return;
        received = 0;
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, run));
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const measure = async (requests: number, rounds: number): Promise<void> => {
  const running = new Map<string, Running>();
  for (const name of new Set(cells.map(({ server }) => server))) {
    running.set(name, await startChild(name));
  }
  const micros = cells.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, { server, method, gzip }] of cells.entries()) {
      const target = running.get(server)!;
      const count = method === "toy.getHeight" ? requests : Math.ceil(requests / 20);
      const before = await cpuMicros(target);
      await load(target.port, requestOf(method, gzip), count);
      // The first round only warms up.
      if (round >= 0) micros[i]!.push(((await cpuMicros(target)) - before) / count);
    }
  }
  for (const { child } of running.values()) child.kill();
  for (const [i, { server, method, gzip }] of cells.entries()) {
    const floor = cells.findIndex((cell) => cell.server === "floor" && cell.method === method);
    const ratios = micros[i]!.map((value, round) => value / micros[floor]![round]!);
    const name = `${method}${gzip ? " gzip" : ""}`.padEnd(24);
    const figures = `${median(micros[i]!).toFixed(1).padStart(7)} us  ${median(ratios).toFixed(2)}x`;
    process.stdout.write(`${name}${server.padEnd(30)}${figures}\n`);
  }
};

const role = process.env["BENCH_SERVER"];
if (role === undefined) {
  await measure(Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 7));
} else {
  process.send!(await starters[role]!());
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
}
