import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A server under measurement, in a process and a directory of its own. */
export type Server = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to its first answer, and until it was healthy. */
  readonly firstAnswerMs: number;
  readonly healthyMs: number;
  readonly directory: string;
  stop(): Promise<void>;
};

const ownCheckout = join(import.meta.dirname, "..");

/** Starts the Couloir of a checkout, by default of this one. */
export function startCouloir(
  options: {
    readonly directory?: string;
    readonly flags?: readonly string[];
    readonly checkout?: string;
  } = {},
): Promise<Server> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "couloir-bench-"));
  const flags = [`--data-dir=${directory}`, "--http-port=0", "--staking-port=0"];
  const executable = join(options.checkout ?? ownCheckout, "bin/couloir");
  const args = [executable, ...flags, ...(options.flags ?? [])];
  return start("couloir", directory, process.execPath, args);
}

/** An AvalancheGo that is a whole network by itself. */
export function startAvalancheGo(path: string, flags: readonly string[] = []): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), "avalanchego-bench-"));
  return start("avalanchego", directory, path, [
    `--data-dir=${directory}`,
    "--http-port=0",
    "--staking-port=0",
    "--public-ip=127.0.0.1",
    "--sybil-protection-enabled=false",
    "--snow-sample-size=1",
    "--snow-quorum-size=1",
    "--fd-limit=16384",
    ...flags,
  ]);
}

/** Writes a genesis file and returns the flags that use it. */
export function genesisFlags(directory: string, json: string): string[] {
  const file = join(directory, "genesis.json");
  writeFileSync(file, json);
  return ["--network-id=1337", `--genesis-file=${file}`];
}

async function start(
  name: string,
  directory: string,
  command: string,
  args: readonly string[],
): Promise<Server> {
  const contextFile = join(directory, "process.json");
  rmSync(contextFile, { force: true });
  const began = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
  });
  child.stderr.on("data", (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
  });
  const port = await waitFor(
    child,
    () => output,
    () => readPort(contextFile),
  );
  const health = `http://127.0.0.1:${port}/ext/health`;
  await waitFor(
    child,
    () => output,
    () => status(health),
  );
  const firstAnswerMs = performance.now() - began;
  // An offline node is never healthy: its chain is not the network's current one.
  const isOffline = args.includes("--offline");
  await waitFor(
    child,
    () => output,
    async () => (isOffline || (await status(health)) === 200 ? true : undefined),
  );
  const healthyMs = performance.now() - began;
  return {
    name,
    port,
    pid: child.pid!,
    firstAnswerMs,
    healthyMs,
    directory,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function waitFor<T>(
  child: ChildProcess,
  output: () => string,
  probe: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    await sleep(2);
  }
}

function readPort(contextFile: string): number | undefined {
  if (!existsSync(contextFile)) return undefined;
  try {
    const { uri } = JSON.parse(readFileSync(contextFile, "utf8")) as { uri: string };
    return Number(new URL(uri).port);
  } catch {
    // The file may be half written.
    return undefined;
  }
}

async function status(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}
