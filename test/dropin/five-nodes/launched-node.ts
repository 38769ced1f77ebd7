import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What launchers call in place of `avalanchego`. */
export const executable = fileURLToPath(new URL("../../../bin/couloir", import.meta.url));

/** tmpnet's defaultNodeInitTimeout: process.json has to be there by then. */
const contextTimeoutMs = 10_000;
const exitTimeoutMs = 30_000;

export type ProcessContext = {
  readonly pid: number;
  readonly uri: string;
  readonly stakingAddress: string;
};

/** A node that was started as launchers start one: by its executable, with arguments and environment. */
export class LaunchedNode {
  readonly directory: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;

  private constructor(directory: string, child: ChildProcess) {
    this.directory = directory;
    this.#child = child;
    this.#exit = new Promise((resolve) => child.once("exit", resolve));
  }

  /** What it prints is appended to the log file. */
  static start(
    directory: string,
    args: readonly string[],
    logFile: string,
    environment: Readonly<Record<string, string>> = {},
  ): LaunchedNode {
    const log = openSync(logFile, "a");
    const env = { ...process.env, ...environment };
    return new LaunchedNode(
      directory,
      spawn(executable, args, { env, stdio: ["ignore", log, log] }),
    );
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Waits for process.json as tmpnet does. */
  async context(): Promise<ProcessContext> {
    const deadline = Date.now() + contextTimeoutMs;
    while (Date.now() < deadline) {
      const context = await this.readContext();
      if (context !== undefined) return context;
      assert.equal(this.#child.exitCode, null, `ended with ${this.#child.exitCode}`);
      await sleep(50);
    }
    throw new Error(`no process.json within ${contextTimeoutMs / 1000} s`);
  }

  async readContext(): Promise<ProcessContext | undefined> {
    try {
      return JSON.parse(await readFile(join(this.directory, "process.json"), "utf8"));
    } catch {
      return undefined;
    }
  }

  /** The exit code; null where a signal ended it. */
  async exit(): Promise<number | null> {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), exitTimeoutMs);
    const code = await this.#exit;
    clearTimeout(timer);
    return code;
  }

  stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    return this.exit();
  }
}
