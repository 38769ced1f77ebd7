import type { Environment } from "./environment.ts";

/** What a command may touch of the process. */
export type Terminal = {
  readonly environment: Environment;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal, or undefined where the output is not one. */
  readonly columns: number | undefined;
};

/** Runs with the arguments after the command's name and gives the exit code. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;
