import type { NodeProcess } from "../e2e/node-process.ts";
import type { Command, Ended, RunOptions } from "./command.ts";
import type { SourceName } from "./sources.ts";

/** Third-party code that is run, as it is, against Couloir. */
export type Suite = {
  /** What is run, for the table. */
  readonly about: string;
  /** Without one of these the suite is shown as skipped, with the remedy. */
  readonly needs: readonly Need[];
  /** Runs everything; a throw is one more failed case. */
  run(context: Context): Promise<readonly Case[]>;
};

/** A toolchain or a source that this repository cannot bring along. */
export type Need = {
  readonly what: string;
  readonly remedy: string;
  isThere(context: Context): Promise<boolean>;
};

/** One test, call or example of somebody else's. */
export type Case = {
  readonly name: string;
  readonly outcome: Outcome;
  /** Of a failure what was seen, of a skipped case the reason. */
  readonly why?: string;
};

export type Outcome = "passed" | "failed" | "skipped";

/** What a suite may use; whatever it starts ends with it. */
export type Context = {
  /** Where packages and builds are kept between two runs. */
  readonly cache: string;
  /** Where this run's logs are kept. */
  readonly logs: string;
  /** The path that was given for a source, by flag or environment. */
  source(name: SourceName): string | undefined;
  /** A node as a user runs it, on a free port, with a data directory of its own. */
  startCouloir(...flags: readonly string[]): Promise<NodeProcess>;
  /** Runs a command to its end; all that it prints goes to `<logs>/<log>.log`. */
  run(command: Command, options: RunOptions): Promise<Ended>;
};
