import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "../test/dropin/five-nodes/free-ports.ts";
import { ask } from "../test/e2e/rpc.ts";
import type { ServedChain } from "./chain-server.ts";

/** How a node fetched and executed a chain of one server. */
export type BootstrapFigures = {
  readonly name: string;
  /** From its first request for containers to its last executed block. */
  readonly seconds: number;
  readonly blocksPerSecond: number;
  /** User and system time during that, per block. */
  readonly cpuMicrosPerBlock: number;
  readonly peakMiB: number;
  /** On disk after it was stopped. */
  readonly diskBytesPerBlock: number;
};

type Node = { readonly name: string; readonly command: string; readonly flags: readonly string[] };

const executable = join(import.meta.dirname, "../bin/couloir");
const pollMs = 20;
const rounds = 5;

/** Lets each node bootstrap the same chain from the same server, in turns; the median of the rounds. */
export async function measureBootstraps(
  height: number,
  avalanchego: string | undefined,
): Promise<{ readonly chain: ServedChain; readonly figures: readonly BootstrapFigures[] }> {
  const { server, chain, onAsked } = await startServer(height);
  try {
    // AvalancheGo v1.14.2 has no Helicon on the local network.
    const own = [executable, "--hardfork=granite"];
    const command = process.execPath;
    const all = [...own, "--follow-chains=P,X,C"];
    const nodes: Node[] = [
      { name: "couloir", command, flags: own },
      { name: "couloir that follows P, X and C", command, flags: all },
      { name: "couloir without the ledger", command, flags: [...own, "--ledger=false"] },
    ];
    if (avalanchego !== undefined) {
      const flags = ["--partial-sync-primary-network", "--index-enabled", "--fd-limit=8192"];
      nodes.push({ name: "avalanchego, partial sync", command: avalanchego, flags });
    }
    const measured = nodes.map((): BootstrapFigures[] => []);
    for (let round = 0; round < rounds; round++) {
      // What one leaves behind must not slow down the same other one each time.
      const order = [...nodes.entries()];
      if (round % 2 === 1) order.reverse();
      for (const [at, node] of order) {
        measured[at]!.push(await measureBootstrap(node, chain, onAsked));
      }
    }
    return { chain, figures: measured.map(middle) };
  } finally {
    server.kill("SIGKILL");
  }
}

function middle(figures: BootstrapFigures[]): BootstrapFigures {
  return figures.sort((a, b) => a.seconds - b.seconds)[figures.length >> 1]!;
}

async function startServer(height: number) {
  const script = join(import.meta.dirname, "chain-server.ts");
  const server = fork(script, [String(height)]);
  let asked = () => {};
  const chain = await new Promise<ServedChain>((resolve, reject) => {
    server.on("message", (message) =>
      message === "asked" ? asked() : resolve(message as ServedChain),
    );
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  /** Resolves when the next node asks for containers. */
  const onAsked = () => new Promise<void>((resolve) => (asked = resolve));
  return { server, chain, onAsked };
}

async function measureBootstrap(
  { name, command, flags }: Node,
  chain: ServedChain,
  onAsked: () => Promise<void>,
): Promise<BootstrapFigures> {
  const directory = mkdtempSync(join(tmpdir(), "couloir-bench-"));
  const [httpPort, stakingPort] = await freePorts(2);
  const asked = onAsked();
  const child = spawn(
    command,
    [
      ...flags,
      "--network-id=local",
      `--data-dir=${directory}`,
      "--http-host=127.0.0.1",
      `--http-port=${httpPort}`,
      "--staking-host=127.0.0.1",
      `--staking-port=${stakingPort}`,
      "--public-ip=127.0.0.1",
      `--bootstrap-ips=127.0.0.1:${chain.port}`,
      `--bootstrap-ids=${chain.nodeID}`,
    ],
    { stdio: "ignore" },
  );
  try {
    await asked;
    const begin = { atMs: performance.now(), cpu: cpuSeconds(child) };
    await untilHeight(`http://127.0.0.1:${httpPort}`, chain.height);
    const seconds = (performance.now() - begin.atMs) / 1000;
    const cpu = cpuSeconds(child) - begin.cpu;
    const peakMiB = peakOf(child);
    await end(child, "SIGTERM");
    return {
      name,
      seconds,
      blocksPerSecond: chain.height / seconds,
      cpuMicrosPerBlock: (cpu * 1e6) / chain.height,
      peakMiB,
      diskBytesPerBlock: (await diskBytes(directory)) / chain.height,
    };
  } finally {
    await end(child, "SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  }
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

/** A bootstrapping node refuses calls to the P-chain, not on the index. */
async function untilHeight(url: string, height: number): Promise<void> {
  for (;;) {
    const index = await ask<{ index: string }>(url, "/ext/index/P/block", "index.getLastAccepted", {
      encoding: "hex",
    }).catch(() => undefined);
    if (index !== undefined && Number(index.index) >= height - 1) return;
    await sleep(pollMs);
  }
}

function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  // Fields 14 and 15 of proc(5), in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function peakOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function diskBytes(directory: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const du = spawn("du", ["-sb", directory]);
    let output = "";
    du.stdout.on("data", (text) => (output += text));
    du.once("error", reject);
    du.once("close", () => resolve(Number.parseInt(output, 10)));
  });
}
