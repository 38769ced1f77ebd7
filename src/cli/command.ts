import { StartError, type StartProblem } from "../node/node-config.ts";
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

/** A driver can see from the exit code which setting to change. Every other error is 1. */
export function exitCodeOf(error: unknown): number {
  const reason = error instanceof StartError ? error.reason : undefined;
  return reason === undefined ? 1 : exitCodes[reason];
}

const exitCodes: Readonly<Record<StartProblem, number>> = {
  "address-in-use": 3,
  "directory-in-use": 4,
};
