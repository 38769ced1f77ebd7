import { rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { type HeavyGenesis, heavyGenesis } from "./heavy-genesis.ts";
import { type Load, measureLoad, request, residentMiB } from "./load.ts";
import { genesisFlags, type Server, startAvalancheGo, startCouloir } from "./servers.ts";
import { payer, type SignedTx, signedTxs } from "./transactions.ts";

/** Requests whose arguments were never used before, on a chain that moves. */
export type MixedFigures = {
  /** The cores that the servers and the load generator share. */
  readonly machine: string;
  readonly seconds: number;
  readonly rounds: number;
  readonly validators: number;
  readonly addresses: number;
  /** By server: `couloir, 1 process` and so on. */
  readonly servers: readonly string[];
  /** Blocks that each server accepted per second of the run. */
  readonly blocksPerSecond: readonly number[];
  readonly residentMiB: readonly number[];
  readonly rows: readonly MixedRow[];
};

export type MixedRow = {
  readonly label: string;
  /** Medians of the rounds, by server. */
  readonly cpuMicros: readonly number[];
  readonly requestsPerSecond: readonly number[];
  readonly p50Ms: readonly number[];
};

export type MixedOptions = {
  readonly processes: readonly number[];
  readonly against: string | undefined;
  readonly seconds: number;
  readonly rounds: number;
  /** Only the rows whose label has one of these words. */
  readonly words: readonly string[];
};

const validatorCount = 1_000;
const utxoCount = 20_000;
/** Until code is compiled and caches have what fits: a node in service is warm. */
const warmUp = { requestsMax: 16_000, durationMs: 5_000 };
const blockMs = 500;
const txCount = 2_000;

export async function measureMixed(options: MixedOptions): Promise<MixedFigures> {
  const amounts = Array.from({ length: txCount }, () => Number(payer.utxoAmount));
  const startTime = Math.floor(Date.now() / 1000) - 3600;
  const genesis = heavyGenesis(validatorCount, utxoCount, startTime, {
    address: payer.address,
    amounts,
  });
  const txs = signedTxs(genesis.json);
  const servers: (readonly [name: string, server: Server])[] = [];
  const movers: ChainMover[] = [];
  try {
    for (const processes of options.processes) {
      const name = `couloir, ${processes} ${processes === 1 ? "process" : "processes"}`;
      servers.push([name, await startOn(genesis, processes)]);
    }
    if (options.against !== undefined) {
      const { directory } = servers[0]![1];
      const flags = genesisFlags(directory, genesis.json);
      servers.push(["avalanchego", await startAvalancheGo(options.against, flags)]);
    }
    for (const [, server] of servers) movers.push(new ChainMover(server, txs));
    const rows: MixedRow[] = [];
    for (const [label, call] of await mixedCalls(servers[0]![1], genesis, options.words)) {
      rows.push(await measureRow(label, call, servers, options));
    }
    const [core] = cpus();
    return {
      machine: `${cpus().length} cores, ${core?.model ?? "unknown"}; load average ${loadavg()[1]!.toFixed(0)}`,
      seconds: options.seconds,
      rounds: options.rounds,
      validators: validatorCount,
      addresses: genesis.addresses.length,
      servers: servers.map(([name]) => name),
      blocksPerSecond: await Promise.all(movers.map((mover) => mover.stop())),
      residentMiB: servers.map(([, { pid }]) => residentMiB(pid)),
      rows,
    };
  } finally {
    for (const mover of movers) mover.halt();
    for (const [, server] of servers) {
      await server.stop();
      rmSync(server.directory, { recursive: true, force: true });
    }
  }
}

async function startOn(genesis: HeavyGenesis, processes: number): Promise<Server> {
  const empty = await startCouloir();
  await empty.stop();
  const { directory } = empty;
  const flags = genesisFlags(directory, genesis.json);
  return startCouloir({ directory, flags: [...flags, `--processes=${processes}`] });
}

async function measureRow(
  label: string,
  call: () => readonly [path: string, method: string, params: unknown],
  servers: readonly (readonly [name: string, server: Server])[],
  { seconds, rounds }: MixedOptions,
): Promise<MixedRow> {
  const loads = servers.map((): Load[] => []);
  const load = { durationMs: seconds * 1000, connections: 8 };
  for (let round = -1; round < rounds; round++) {
    for (const [index, [, server]] of servers.entries()) {
      const isWarmUp = round < 0;
      const measured = await measureLoad(
        server,
        () => request(...call()),
        isWarmUp ? { ...load, ...warmUp } : load,
      );
      if (!isWarmUp) loads[index]!.push(measured);
    }
  }
  const each = (of: (load: Load) => number) => loads.map((own) => median(own.map(of)));
  return {
    label,
    cpuMicros: each(({ cpuMicros }) => cpuMicros),
    requestsPerSecond: each(({ requestsPerSecond }) => requestsPerSecond),
    p50Ms: each(({ p50Ms }) => p50Ms),
  };
}

type Call = readonly [
  label: string,
  call: () => readonly [path: string, method: string, params: unknown],
];

async function mixedCalls(
  node: Server,
  { addresses }: HeavyGenesis,
  words: readonly string[],
): Promise<Call[]> {
  const P = (method: string, params: unknown) =>
    ["/ext/bc/P", `platform.${method}`, params] as const;
  const { validators } = (await ask(node, "platform.getCurrentValidators", {})) as {
    validators: { nodeID: string }[];
  };
  const nodeIDs = validators.map(({ nodeID }) => nodeID);
  const height = async () =>
    Number(((await ask(node, "platform.getHeight", {})) as { height: string }).height);
  const known = await height();
  const anyHeight = () => Math.floor(Math.random() * (known + 1));
  const calls: Call[] = [
    ["getHeight", () => P("getHeight", {})],
    ["getFeeState", () => P("getFeeState", {})],
    ["getTotalStake", () => P("getTotalStake", { subnetID: primary })],
    ["getCurrentSupply", () => P("getCurrentSupply", {})],
    ["info.getBlockchainID", () => ["/ext/info", "info.getBlockchainID", { alias: "X" }]],
    ["getBalance, 1 address", () => P("getBalance", { addresses: pick(addresses, 1) })],
    ["getBalance, 20 addresses", () => P("getBalance", { addresses: pick(addresses, 20) })],
    ["getUTXOs, 20 addresses", () => P("getUTXOs", { addresses: pick(addresses, 20) })],
    ["getCurrentValidators, one", () => P("getCurrentValidators", { nodeIDs: pick(nodeIDs, 1) })],
    ["getCurrentValidators, ten", () => P("getCurrentValidators", { nodeIDs: pick(nodeIDs, 10) })],
    ["getCurrentValidators, all", () => P("getCurrentValidators", {})],
    ["getValidatorsAt", () => P("getValidatorsAt", { height: anyHeight() })],
    ["getStake, 20 addresses", () => P("getStake", { addresses: pick(addresses, 20) })],
    ["getBlockByHeight", () => P("getBlockByHeight", { height: anyHeight(), encoding: "hex" })],
  ];
  return calls.filter(([label]) => words.some((word) => label.includes(word)));
}

const primary = "11111111111111111111111111111111LpoYY";

/** Different ones, so that a request is the same as an earlier one only by chance. */
function pick<T>(all: readonly T[], count: number): T[] {
  const picked = new Set<T>();
  while (picked.size < count) picked.add(all[Math.floor(Math.random() * all.length)]!);
  return [...picked];
}

/** Issues a transaction every half second, so that results of the last block are out of date as soon. */
class ChainMover {
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;
  readonly #beganMs = performance.now();
  #next = 0;

  constructor(server: Server, txs: readonly SignedTx[]) {
    this.#server = server;
    this.#timer = setInterval(() => {
      const tx = txs[this.#next++];
      const params = { tx: tx?.hex, encoding: "hex" };
      if (tx !== undefined) void ask(server, "platform.issueTx", params).catch(() => {});
    }, blockMs);
  }

  halt(): void {
    clearInterval(this.#timer);
  }

  /** Resolves to the number of blocks per second. */
  async stop(): Promise<number> {
    this.halt();
    const seconds = (performance.now() - this.#beganMs) / 1000;
    const { height } = (await ask(this.#server, "platform.getHeight", {})) as { height: string };
    return Number(height) / seconds;
  }
}

async function ask({ port }: Server, method: string, params: unknown): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
