import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const executable = new URL("../../bin/couloir", import.meta.url).pathname;
const startTimeoutMs = 30_000;

/** A node as a user runs it: a process of its own with a directory of its own, on a free port. */
export class NodeProcess {
  readonly #directory: string;
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #url = "";

  private constructor(directory: string, flags: readonly string[]) {
    this.#directory = directory;
    this.#flags = flags;
  }

  static async start(...flags: readonly string[]): Promise<NodeProcess> {
    const directory = await mkdtemp(join(tmpdir(), "couloir-e2e-"));
    const node = new NodeProcess(directory, flags);
    await node.start();
    return node;
  }

  /** The same node on the same directory, started with more flags; start only one of the two. */
  with(...flags: readonly string[]): NodeProcess {
    return new NodeProcess(this.#directory, [...this.#flags, ...flags]);
  }

  get directory(): string {
    return this.#directory;
  }

  /** `http://127.0.0.1:PORT`; another one after each start. */
  get url(): string {
    return this.#url;
  }

  /** Of the running process. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("the node does not run");
    return pid;
  }

  /** Starts on what an earlier run has left in the directory. */
  async start(): Promise<void> {
    const contextFile = join(this.#directory, "process.json");
    await rm(contextFile, { force: true });
    const flags = [
      ...(this.#flags.includes("--ephemeral") ? [] : [`--data-dir=${this.#directory}`]),
      `--process-context-file=${contextFile}`,
      "--http-port=0",
      ...this.#flags,
    ];
    const child = spawn(process.execPath, [executable, ...flags], { stdio: "ignore" });
    this.#child = child;
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      const url = await readUrl(contextFile);
      if (url !== undefined) {
        this.#url = url;
        return;
      }
      if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`);
      if (Date.now() > deadline) {
        await this.stop("SIGKILL");
        throw new Error("the node did not start in time");
      }
      await sleep(10);
    }
  }

  /**
   * Ends the process and waits until it is gone; what it has accepted stays in the directory. Returns its exit code, null if
   * a signal ended it.
   */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill(signal);
    return ended;
  }

  /** Ends the process and removes the directory. */
  async discard(): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function readUrl(contextFile: string): Promise<string | undefined> {
  try {
    const { uri } = JSON.parse(await readFile(contextFile, "utf8")) as { uri: string };
    return uri;
  } catch {
    // Not there yet, or half written.
    return undefined;
  }
}
