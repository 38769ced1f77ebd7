import type { Environment } from "./environment.ts";

/** What a command can use of the process. */
export type Terminal = {
  readonly environment: Environment;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal, or undefined if the output is not one. */
  readonly columns: number | undefined;
};

/** Runs with the arguments that follow the command name, and returns the exit code. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;
