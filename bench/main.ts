/*
 * `npm run bench [-- --only SECTIONS] [--against PATH] [--history PATH]`: start-up, requests and memory of this project beside a
 * bare node:http server and, where a path to an `avalanchego` is given, beside that, in one run; transactions that are issued,
 * chains that are replayed, and memory over 100,000 blocks. Ratios of CPU per request are the steady figure.
 */
import { fork } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { heavyGenesis } from "./heavy-genesis.ts";
import { type Load, measureLoad, request, residentMiB } from "./load.ts";
import type { LongChainFigures } from "./long-chain.ts";
import { measureReplays } from "./replay.ts";
import { genesisFlags, type Server, startAvalancheGo, startCouloir } from "./servers.ts";
import { measureTransactions } from "./transactions.ts";

const sections = {
  start: benchStart,
  calls: benchCalls,
  transactions: benchTransactions,
  replay: benchReplay,
  memory: benchMemory,
};
type Section = keyof typeof sections;
const all = Object.keys(sections) as Section[];

const { values: options } = parseArgs({
  options: {
    against: { type: "string" },
    history: { type: "string", multiple: true },
    only: { type: "string", default: all.join(",") },
    seconds: { type: "string", default: "2" },
  },
});
const load = { durationMs: Number(options.seconds) * 1000, connections: 8 };
const validatorCount = 1000;
const utxoCount = 20_000;

for (const name of options.only.split(",")) {
  const run = sections[name as Section];
  if (run === undefined) throw new Error(`--only: ${name} is none of ${all.join(", ")}`);
  await run();
}

async function benchStart(): Promise<void> {
  print("Start", ["first answer ms", "healthy ms", "memory MiB"]);
  const first = await startCouloir();
  report("couloir local, first start", first);
  await first.stop();
  const second = await startCouloir({ directory: first.directory });
  report("couloir local, again", second);
  await end(second);
  for (const network of ["fuji", "mainnet"]) {
    const server = await startCouloir({ flags: [`--network-id=${network}`] });
    report(`couloir ${network}, first start`, server);
    await end(server);
  }
  if (options.against === undefined) return;
  const against = await startAvalancheGo(options.against, ["--network-id=local"]);
  report("avalanchego local, first start", against);
  await end(against);
}

async function benchCalls(): Promise<void> {
  const floor = await startFloor();
  const heavy = heavyGenesis(validatorCount, utxoCount, Math.floor(Date.now() / 1000) - 3600);
  const couloir = await startCouloir();
  const heavyNode = await restartWith(couloir, heavy.json);
  const against =
    options.against === undefined
      ? undefined
      : await startAvalancheGo(options.against, genesisFlags(heavyNode.directory, heavy.json));
  const servers = against === undefined ? [heavyNode] : [heavyNode, against];
  print("Calls", ["req/s", "CPU us", "p50 ms", "bytes", "CPU / floor", "CPU / avalanchego"]);
  const floorLoad = await measureLoad(floor, request("/", "floor", {}), load);
  line("bare node:http", cells(floorLoad, floorLoad, undefined));
  for (const [label, path, method, params] of await calls(heavyNode, heavy.addresses)) {
    const loads: Load[] = [];
    for (const server of servers) {
      loads.push(await measureLoad(server, request(path, method, params), load));
    }
    line(label, cells(loads[0]!, floorLoad, loads[1]));
  }
  line("memory MiB", [residentMiB(heavyNode.pid).toFixed(0)]);
  if (against !== undefined) line("memory MiB, avalanchego", [residentMiB(against.pid).toFixed(0)]);
  floor.stop();
  for (const server of servers) await end(server);
}

async function benchTransactions(): Promise<void> {
  print("Transactions", ["p50 ms", "p99 ms", "a second", "CPU us"]);
  const figures = await measureTransactions();
  line("BaseTx, sent until Committed", [
    figures.committedP50Ms.toFixed(2),
    figures.committedP99Ms.toFixed(2),
    figures.perSecond.toFixed(0),
    figures.cpuMicros.toFixed(0),
  ]);
}

async function benchReplay(): Promise<void> {
  print("Replay, blocks a second", ["blocks", "trusted", "verified"]);
  for (const { name, blocks, trusted, verified } of await measureReplays(options.history)) {
    line(name, [blocks, trusted, verified].map(String));
  }
}

function benchMemory(): Promise<void> {
  print("Memory", ["resident MiB", "heap MiB", "blocks a second"]);
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "long-chain.ts"), {
      execArgv: [...process.execArgv, "--expose-gc"],
    });
    child.on("message", (message) => {
      const { height, residentMiB, heapMiB, perSecond } = message as LongChainFigures;
      const figures = [residentMiB, heapMiB, perSecond].map((figure) => figure.toFixed(0));
      line(`after ${height} blocks`, figures);
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

type CallToMeasure = readonly [label: string, path: string, method: string, params: unknown];

async function calls(node: Server, addresses: readonly string[]): Promise<CallToMeasure[]> {
  const [P, info] = ["/ext/bc/P", "/ext/info"];
  const { validators } = (await ask(node, P, "platform.getCurrentValidators", {})) as {
    validators: { txID: string; nodeID: string }[];
  };
  const [one] = validators;
  return [
    ["platform.getHeight", P, "platform.getHeight", {}],
    ["info.getBlockchainID", info, "info.getBlockchainID", { alias: "X" }],
    ["platform.getTxStatus", P, "platform.getTxStatus", { txID: one!.txID }],
    ["platform.getTx json", P, "platform.getTx", { txID: one!.txID, encoding: "json" }],
    ["getCurrentValidators, 1,000", P, "platform.getCurrentValidators", {}],
    ["getCurrentValidators, one", P, "platform.getCurrentValidators", { nodeIDs: [one!.nodeID] }],
    ["getValidatorsAt, 1,000", P, "platform.getValidatorsAt", { height: 0 }],
    ["getBalance, 1 address", P, "platform.getBalance", { addresses: addresses.slice(0, 1) }],
    ["getBalance, 100 addresses", P, "platform.getBalance", { addresses: addresses.slice(0, 100) }],
    ["getUTXOs, 1,024 of 200", P, "platform.getUTXOs", { addresses: addresses.slice(0, 200) }],
    ["getStake, 100 addresses", P, "platform.getStake", { addresses: addresses.slice(0, 100) }],
  ];
}

async function ask(node: Server, path: string, method: string, params: unknown): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${node.port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}

async function restartWith(node: Server, genesis: string): Promise<Server> {
  await node.stop();
  return startCouloir({
    directory: node.directory,
    flags: genesisFlags(node.directory, genesis),
  });
}

function startFloor(): Promise<{ port: number; pid: number; stop(): void }> {
  return new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, "floor-server.ts"));
    child.once("message", (port) =>
      resolve({ port: port as number, pid: child.pid!, stop: () => child.kill() }),
    );
  });
}

async function end(server: Server): Promise<void> {
  await server.stop();
  rmSync(server.directory, { recursive: true, force: true });
}

function report(label: string, server: Server): void {
  line(label, [
    server.firstAnswerMs.toFixed(0),
    server.healthyMs.toFixed(0),
    residentMiB(server.pid).toFixed(0),
  ]);
}

function cells(own: Load, floor: Load, against: Load | undefined): string[] {
  return [
    own.requestsPerSecond.toFixed(0),
    own.cpuMicros.toFixed(1),
    own.p50Ms.toFixed(2),
    String(own.bytes),
    `${(own.cpuMicros / floor.cpuMicros).toFixed(2)}x`,
    against === undefined ? "" : `${(own.cpuMicros / against.cpuMicros).toFixed(3)}x`,
  ];
}

function print(title: string, columns: readonly string[]): void {
  process.stdout.write("\n");
  line(title, columns);
}

function line(label: string, columns: readonly string[]): void {
  const text = columns.map((column) => column.padStart(18)).join("");
  process.stdout.write(`${label.padEnd(34)}${text}\n`);
}
