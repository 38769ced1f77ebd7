import { mkdirSync } from "node:fs";
import { LaunchedNode } from "./launched-node.ts";

/** A folder of a case of its own, and the nodes that are started on it. */
export class Place {
  readonly directory: string;
  readonly #log: string;
  readonly #nodes: LaunchedNode[] = [];

  constructor(directory: string, log: string) {
    mkdirSync(directory, { recursive: true });
    this.directory = directory;
    this.#log = log;
  }

  async start(
    flags: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<Started> {
    const args = [`--data-dir=${this.directory}`, ...flags];
    const node = LaunchedNode.start(this.directory, args, this.#log, environment);
    this.#nodes.push(node);
    return { node, uri: (await node.context()).uri };
  }

  async discard(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop("SIGKILL")));
  }
}

type Started = { readonly node: LaunchedNode; readonly uri: string };
