/*
 * `npm run bench [-- --only SECTIONS] [--calls WORDS] [--against PATH] [--history PATH] [--recorder RULES=PATH] [--blocks N] [--txs N] [--containers N,N]
 * [--seconds N] [--rounds N] [--subscribers N] [--processes N,N] [--json FILE]`: start-up, requests and memory of this project beside a bare node:http server and, where a path to an
 * `avalanchego` is given, beside that, in one run (for the calls also another checkout of Couloir, which is built); transactions that are issued, chains that are replayed, memory over 100,000
 * blocks, what the dev node does, the event stream, the index with more and more containers, the bootstrap of a follower, and requests with new arguments on a chain that moves (`mixed`, which `--json`
 * also writes to a file), what the ledger costs and answers, from SQLite and where there is a server's binary from PostgreSQL (`ledger`, of `--txs` transactions), what requests to the Data API cost (`data-api`), what a follower's observatory costs in simulated days (`observatory`), and what watched addresses cost a block (`watches`). `--calls` takes only the calls whose name has
 * one of the words. Servers are warmed up and take turns; medians of the rounds are shown. Ratios of CPU per request are the
 * steady figure. The npm script builds the bundle first: bin/couloir runs the sources where they are newer, which takes longer.
 */
import { fork } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { missingPostgres } from "../test/support/postgres.ts";
import { measureDataApi } from "./data-api.ts";
import { measureDevNode } from "./dev-node.ts";
import { measureEvents } from "./events.ts";
import { measureBootstraps } from "./following.ts";
import { heavyGenesis } from "./heavy-genesis.ts";
import { measureIndex } from "./index.ts";
import {
  type LedgerAnswerFigures,
  measureLedgerCost,
  measureLedgerInPostgres,
  measureLedgerQueries,
} from "./ledger.ts";
import { type Load, measureLoad, request, residentMiB } from "./load.ts";
import type { LongChainFigures } from "./long-chain.ts";
import { measureMixed } from "./mixed.ts";
import { measureMessages, measurePaced } from "./network-messages.ts";
import { measureObservatory } from "./observatory.ts";
import { measureReplays } from "./replay.ts";
import { genesisFlags, type Server, startAvalancheGo, startCouloir } from "./servers.ts";
import { measureTransactions } from "./transactions.ts";
import { measureWatches } from "./watches.ts";

const sections = {
  start: benchStart,
  calls: benchCalls,
  transactions: benchTransactions,
  replay: benchReplay,
  memory: benchMemory,
  dev: benchDev,
  events: benchEvents,
  index: benchIndex,
  mixed: benchMixed,
  following: benchFollowing,
  ledger: benchLedger,
  "data-api": benchDataApi,
  observatory: benchObservatory,
  watches: benchWatches,
};
type Section = keyof typeof sections;
const all = Object.keys(sections) as Section[];

const { values: options } = parseArgs({
  options: {
    against: { type: "string" },
    blocks: { type: "string", default: "10000" },
    txs: { type: "string", default: "100000" },
    containers: { type: "string", default: "1000,100000" },
    history: { type: "string", multiple: true },
    recorder: { type: "string", multiple: true, default: [] },
    only: { type: "string", default: all.join(",") },
    calls: { type: "string", default: "" },
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    subscribers: { type: "string", default: "1000" },
    processes: { type: "string", default: "1,2" },
    json: { type: "string" },
  },
});
const rounds = Number(options.rounds);
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
    const server = await startCouloir({ flags: [`--network-id=${network}`, "--offline"] });
    report(`couloir ${network}, first start`, server);
    await end(server);
  }
  if (options.against === undefined) return;
  const against = await startAvalancheGo(options.against, ["--network-id=local"]);
  report("avalanchego local, first start", against);
  await end(against);
}

async function benchDev(): Promise<void> {
  const { first, next, rows } = await measureDevNode();
  print("startNode", ["best ms", "median ms", "of"]);
  for (const [label, times] of Object.entries({ first, "next in the process": next })) {
    const median = times[times.length >> 1]!;
    line(label, [times[0]!.toFixed(0), median.toFixed(0), String(times.length)]);
  }
  print(
    "Dev node, ms",
    rows.map(({ place }) => place),
  );
  const figures = {
    "dev.snapshot, new chain": "snapshotMs",
    "dev.revert from 10,000 blocks later": "revertManyMs",
    "dev.snapshot after 10,000 blocks": "snapshotLongMs",
    "dev.revert from 10 blocks later": "revertFewMs",
    "dev.increaseTime, 1,000 stakers' ends": "yearMs",
  } as const;
  for (const [label, figure] of Object.entries(figures)) {
    line(
      label,
      rows.map((row) => row[figure].toFixed(1)),
    );
  }
}

async function benchObservatory(): Promise<void> {
  const { validators, days, coreShare, bytesPerYear, readMicros } = await measureObservatory(7);
  print(`Observatory of ${validators} validators, ${days} simulated days`, [
    "% of a core",
    "MB a year",
    "us a term",
  ]);
  line("hours on disk", [
    (100 * coreShare).toFixed(4),
    (bytesPerYear / 1e6).toFixed(0),
    readMicros.toFixed(0),
  ]);
}

async function benchWatches(): Promise<void> {
  print("Watched addresses, in a block that concerns none of them", ["watches", "us a block"]);
  for (const count of [0, 100_000]) {
    const { addresses, watches, quietMicros } = await measureWatches(count);
    line(`${addresses.toLocaleString("en")} addresses`, [String(watches), quietMicros.toFixed(1)]);
  }
}

/** The chain's blocks have a transfer each, in signed containers. */
async function benchFollowing(): Promise<void> {
  const { chain, figures } = await measureBootstraps(Number(options.blocks), options.against);
  print(`Bootstrap of ${chain.height} blocks from one server`, [
    "blocks/s",
    "CPU us a block",
    "peak MiB",
    "disk B a block",
  ]);
  for (const { name, ...each } of figures) {
    line(
      name,
      [each.blocksPerSecond, each.cpuMicrosPerBlock, each.peakMiB, each.diskBytesPerBlock].map(
        (figure) => figure.toFixed(0),
      ),
    );
  }
  const [alone, withOthers] = figures;
  print("Following the P-chain with X and C beside it", ["blocks/s, in %", "CPU, in %"]);
  line("of the P-chain alone", [
    ((100 * withOthers!.blocksPerSecond) / alone!.blocksPerSecond).toFixed(1),
    ((100 * withOthers!.cpuMicrosPerBlock) / alone!.cpuMicrosPerBlock).toFixed(1),
  ]);
  print("At the tip, a block every 2 s, in virtual time", [
    "connected",
    "idle/s",
    "a block",
    "delay ms",
  ]);
  for (const validators of [5, 930]) {
    const { connected, idlePerSecond, perBlock, delayMs } = await measureMessages(validators);
    line(
      `questions to ${validators} validators`,
      [connected, idlePerSecond, perBlock, delayMs].map((figure) => figure.toFixed(0)),
    );
  }
  await benchPaced();
}

async function benchPaced(): Promise<void> {
  print("The C-chain of 930 validators, in virtual time", ["questions/s", "worst delay ms"]);
  for (const blockMs of [1_000, 400]) {
    const { requestsPerSecond, worstDelayMs } = await measurePaced(930, blockMs);
    const figures = [requestsPerSecond, worstDelayMs].map((figure) => figure.toFixed(0));
    line(`a block every ${blockMs} ms`, figures);
  }
}

async function benchDataApi(): Promise<void> {
  const txs = Number(options.txs);
  print(`Data API, ${txs} transactions`, ["requests/s", "CPU us", "p50 ms", "bytes"]);
  for (const [label, each] of Object.entries(await measureDataApi(txs))) {
    const { requestsPerSecond, cpuMicros, p50Ms, bytes } = each;
    line(label, [
      requestsPerSecond.toFixed(0),
      cpuMicros.toFixed(0),
      p50Ms.toFixed(2),
      String(bytes),
    ]);
  }
}

async function benchLedger(): Promise<void> {
  const blocks = Number(options.blocks);
  print(`Ledger, ${blocks} blocks with a transfer each`, [
    "blocks/s",
    "CPU us a block",
    "peak MiB",
    "disk B a block",
  ]);
  const costs = await measureLedgerCost(blocks);
  const labels = {
    off: "executed without it, trusted",
    on: "executed with it, trusted",
    "verified-off": "executed without it, verified",
    "verified-on": "executed with it, verified",
    filling: "filled afterwards",
  };
  for (const [mode, label] of Object.entries(labels)) {
    const { blocksPerSecond, cpuMicrosPerBlock, peakMiB, bytes } =
      costs[mode as keyof typeof labels];
    line(
      label,
      [blocksPerSecond, cpuMicrosPerBlock, peakMiB, bytes / blocks].map((figure) =>
        figure.toFixed(0),
      ),
    );
  }
  const txs = Number(options.txs);
  const { store, answers, residentMiB: servingMiB } = await measureLedgerQueries(txs);
  const perTx = [store.blocksPerSecond * (txs / store.blocks), store.bytes / txs, store.peakMiB];
  print(`Ledger, ${txs} transactions in ${store.blocks} blocks`, [
    "txs/s",
    "disk B a tx",
    "peak MiB",
  ]);
  line(
    "executed with it",
    perTx.map((figure) => figure.toFixed(0)),
  );
  line("memory of the node that was asked, MiB", [servingMiB.toFixed(0)]);
  printAnswers("SQLite", answers);
  const missing = missingPostgres();
  if (missing !== undefined) print(`PostgreSQL: not measured, since ${missing}`, []);
  else printAnswers("PostgreSQL", await measureLedgerInPostgres(txs));
}

function printAnswers(database: string, { pages, ...latencies }: LedgerAnswerFigures): void {
  print(`${database}: a page of 50 of ${pages}, others`, ["p50 ms", "p99 ms"]);
  const calls = {
    page: "page of the busiest address",
    firstPages: "its first 100 pages",
    lastPages: "its last 100 pages",
    balance: "balance at a height",
    busiestBalance: "balance of the busiest at a height",
    busiestUtxos: "50 of its UTXOs at a height",
    visible: "from issueTx to an answer with it",
    nothing: "a call that reads nothing",
  } as const;
  for (const [call, label] of Object.entries(calls)) {
    const { p50, p99 } = latencies[call as keyof typeof calls];
    line(label, [p50.toFixed(2), p99.toFixed(2)]);
  }
}

async function benchEvents(): Promise<void> {
  print("Events, one that reads nothing", ["blocks", "median ms", "longest ms", "MiB", "MiB more"]);
  const figures = await measureEvents(Number(options.subscribers));
  const { blocks, latenciesMs, residentMiB: begunMiB, grownMiB } = figures;
  line(`sent until ${options.subscribers} have its block`, [
    String(blocks),
    latenciesMs[blocks >> 1]!.toFixed(1),
    latenciesMs.at(-1)!.toFixed(1),
    begunMiB.toFixed(0),
    grownMiB.toFixed(1),
  ]);
}

/** What `--against` names: an executable of AvalancheGo, or another checkout of Couloir, which is built. */
async function startAgainst(flags: readonly string[]): Promise<Server | undefined> {
  const { against } = options;
  if (against === undefined) return undefined;
  if (statSync(against).isFile()) return await startAvalancheGo(against, flags);
  return await startCouloir({ checkout: against, flags });
}

async function benchCalls(): Promise<void> {
  const floor = await startFloor();
  const heavy = heavyGenesis(validatorCount, utxoCount, Math.floor(Date.now() / 1000) - 3600);
  const couloir = await startCouloir();
  const heavyNode = await restartWith(couloir, heavy.json);
  const against = await startAgainst(genesisFlags(heavyNode.directory, heavy.json));
  const servers = against === undefined ? [heavyNode] : [heavyNode, against];
  print("Calls", ["req/s", "CPU us", "p50 ms", "bytes", "CPU / floor", "CPU / against"]);
  const floorCall = () => request("/", "floor", {});
  const toMeasure = await calls(heavyNode, heavy.addresses);
  // Each server has the same calls behind it: one that has listed all validators answers light calls up to a fifth slower.
  if (against !== undefined) await calls(against, heavy.addresses);
  for (const [label, path, method, params, unusualEach = 0] of toMeasure) {
    let sent = 0;
    const call = () => {
      const text = request(path, method, typeof params === "function" ? params() : params);
      const isUnusual = unusualEach > 0 && sent++ % unusualEach === 0;
      return isUnusual ? text.replace("\r\n", "\r\nx-unusual: 1\r\n") : text;
    };
    const loads = await takeTurns([
      { server: floor, call: floorCall },
      ...servers.map((server) => ({ server, call })),
    ]);
    line(label, cells(loads[1]!, loads[0]!, loads[2]));
  }
  line("memory MiB", [residentMiB(heavyNode.pid).toFixed(0)]);
  if (against !== undefined) line("memory MiB, against", [residentMiB(against.pid).toFixed(0)]);
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
  print("Replay, blocks a second", ["blocks", "trusted", "verified", "VM trusted", "VM verified"]);
  const recorders = new Map(options.recorder.map((each) => each.split("=") as [string, string]));
  for (const { name, vm, ...own } of await measureReplays(recorders, rounds, options.history)) {
    const figures = [own.blocks, own.trusted, own.verified, vm?.trusted ?? "", vm?.verified ?? ""];
    line(name, figures.map(String));
  }
}

async function benchIndex(): Promise<void> {
  print("Index, containers of 1 kB", [
    "imported/s",
    "light CPU us",
    "one CPU us",
    "range CPU ms",
    "range p50 ms",
  ]);
  for (const containers of options.containers.split(",").map(Number)) {
    const figures = await measureIndex(containers);
    line(containers.toString(), [
      figures.importedPerSecond.toFixed(0),
      figures.light.cpuMicros.toFixed(1),
      figures.one.cpuMicros.toFixed(1),
      (figures.range.cpuMicros / 1000).toFixed(2),
      figures.range.p50Ms.toFixed(1),
    ]);
  }
}

async function benchMixed(): Promise<void> {
  const figures = await measureMixed({
    processes: options.processes.split(",").map(Number),
    against: options.against,
    seconds: Number(options.seconds),
    rounds,
    words: options.calls.split(","),
  });
  const { servers, rows } = figures;
  print("Mixed, CPU us and requests/s", [...servers, "CPU / avalanchego"]);
  const against = options.against === undefined ? undefined : servers.length - 1;
  for (const { label, cpuMicros, requestsPerSecond } of rows) {
    const own = cpuMicros.map(
      (cpu, i) => `${cpu.toFixed(0)} ${requestsPerSecond[i]!.toFixed(0)}/s`,
    );
    line(label, [
      ...own,
      against === undefined ? "" : `${(cpuMicros[0]! / cpuMicros[against]!).toFixed(3)}x`,
    ]);
  }
  line(
    "blocks/s",
    figures.blocksPerSecond.map((rate) => rate.toFixed(2)),
  );
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify(figures, undefined, 2)}\n`);
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

type Turn = { readonly server: { port: number; pid: number }; readonly call: () => string };

/** The loads of each, round by round. */
async function takeTurns(turns: readonly Turn[]): Promise<Load[][]> {
  for (const { server, call } of turns) await measureLoad(server, call, load);
  const loads = turns.map((): Load[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { server, call }] of turns.entries()) {
      loads[index]!.push(await measureLoad(server, call, load));
    }
  }
  return loads;
}

/** Params that are a function are other ones in each request, so that no answer is one of before. */
type CallToMeasure = readonly [
  label: string,
  path: string,
  method: string,
  params: unknown,
  /** How many requests follow each other until one has a header that the server does not know. */
  unusualEach?: number,
];

async function calls(node: Server, addresses: readonly string[]): Promise<CallToMeasure[]> {
  const [P, info] = ["/ext/bc/P", "/ext/info"];
  const { validators } = (await ask(node, P, "platform.getCurrentValidators", {})) as {
    validators: { txID: string; nodeID: string }[];
  };
  const [one] = validators;
  const known: CallToMeasure[] = [
    ["platform.getHeight", P, "platform.getHeight", {}],
    ["getHeight, every tenth unusual", P, "platform.getHeight", {}, 10],
    ["getHeight, each unusual", P, "platform.getHeight", {}, 1],
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
    [
      "getTxStatus, of 1,000",
      P,
      "platform.getTxStatus",
      () => ({ txID: pick(validators, 1)[0]!.txID }),
    ],
    [
      "getBalance of 100, new each time",
      P,
      "platform.getBalance",
      () => ({ addresses: pick(addresses, 100) }),
    ],
    [
      "getUTXOs of 200, new each time",
      P,
      "platform.getUTXOs",
      () => ({ addresses: pick(addresses, 200) }),
    ],
    [
      "getStake of 100, new each time",
      P,
      "platform.getStake",
      () => ({ addresses: pick(addresses, 100) }),
    ],
  ];
  const words = options.calls.split(",");
  return known.filter(([label]) => words.some((word) => label.includes(word)));
}

function pick<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, () => all[Math.floor(Math.random() * all.length)]!);
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

function cells(own: readonly Load[], floor: readonly Load[], against?: readonly Load[]): string[] {
  const figure = (of: (load: Load) => number) => median(own.map(of));
  const ratio = (others: readonly Load[]) =>
    median(own.map(({ cpuMicros }, round) => cpuMicros / others[round]!.cpuMicros));
  return [
    figure((load) => load.requestsPerSecond).toFixed(0),
    figure((load) => load.cpuMicros).toFixed(1),
    figure((load) => load.p50Ms).toFixed(2),
    String(own[0]!.bytes),
    `${ratio(floor).toFixed(2)}x`,
    against === undefined ? "" : `${ratio(against).toFixed(3)}x`,
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function print(title: string, columns: readonly string[]): void {
  process.stdout.write("\n");
  line(title, columns);
}

function line(label: string, columns: readonly string[]): void {
  const text = columns.map((column) => column.padStart(18)).join("");
  process.stdout.write(`${label.padEnd(34)}${text}\n`);
}
