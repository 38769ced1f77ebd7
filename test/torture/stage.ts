import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bystander } from "./bystander.ts";
import { NodeProcess } from "./node-process.ts";

/** What a case may use. Everything that it starts is ended after it, also when it throws. */
export class Stage {
  readonly #cleanups: (() => Promise<void> | void)[] = [];

  /** Starts a node in a process of its own, as `bin/couloir` does. Flags override the usual ones: a new directory and a free port. */
  startNode(...flags: string[]): Promise<NodeProcess> {
    return this.startNodeWith([], flags);
  }

  /** The same with flags of Node.js itself, for example to load a module before it. */
  async startNodeWith(nodeFlags: readonly string[], flags: readonly string[] = []) {
    const node = new NodeProcess(this.directory(), flags, nodeFlags);
    this.onEnd(() => node.kill());
    await node.started();
    return node;
  }

  /** Starts a node again after it has ended. Rejects if it does not start. */
  async restartNode({ directory }: NodeProcess): Promise<NodeProcess> {
    rmSync(join(directory, "process.json"), { force: true });
    const node = new NodeProcess(directory, []);
    this.onEnd(() => node.kill());
    await node.started();
    return node;
  }

  /** Starts another client, in a process of its own, that makes one simple call after the other and measures its waits. */
  async startBystander(node: NodeProcess, keepsConnection = false): Promise<Bystander> {
    const bystander = new Bystander(node, keepsConnection);
    this.onEnd(() => bystander.stop().then(() => undefined));
    await bystander.started();
    return bystander;
  }

  /** A new directory that is removed after the case. */
  directory(): string {
    const path = mkdtempSync(join(tmpdir(), "couloir-torture-"));
    this.onEnd(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }

  /** Calls `cleanup` after the case; the last one first. */
  onEnd(cleanup: () => Promise<void> | void): void {
    this.#cleanups.push(cleanup);
  }

  async end(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}
