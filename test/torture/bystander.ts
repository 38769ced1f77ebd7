import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const module = fileURLToPath(new URL("bystander-process.ts", import.meta.url));

import type { NodeProcess } from "./node-process.ts";

/** How long the simple calls of a bystander took. */
export type Waits = {
  readonly calls: number;
  /** Calls without a result. */
  readonly failed: number;
  readonly longestMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** A client in a process of its own, so that an attacker's work does not count as waiting. */
export class Bystander {
  readonly #child: ChildProcess;
  #last: Waits | undefined;

  /** Every second of its calls has a new connection, unless it keeps one for all. */
  constructor({ port, pid, isSecure }: NodeProcess, keepsConnection = false) {
    const connection = keepsConnection ? "kept" : "new";
    this.#child = fork(module, [
      String(port),
      String(pid),
      isSecure ? "https" : "http",
      connection,
    ]);
  }

  /** Resolves after its first call. */
  async started(): Promise<void> {
    await once(this.#child, "message");
  }

  /** Its calls since the start, or since the last time that it was asked. */
  async waits(): Promise<Waits> {
    this.#child.send("report");
    const [waits] = (await once(this.#child, "message")) as [Waits];
    return waits;
  }

  /** Ends it; resolves to its calls since it was asked last. */
  async stop(): Promise<Waits> {
    if (this.#child.connected) {
      this.#last = await this.waits();
      const exit = once(this.#child, "exit");
      this.#child.kill();
      await exit;
    }
    return this.#last!;
  }
}
