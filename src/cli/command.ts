import { leaveSignals } from "./early-signals.ts";
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

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves with the name of the first SIGINT or SIGTERM; the second exits at once. */
export function stopSignal(): Promise<string> {
  const stopped = new Promise<string>((resolve) => {
    let isStopping = false;
    for (const [name, exitCode] of Object.entries(exitCodes)) {
      process.on(name, () => {
        if (isStopping) process.exit(exitCode);
        isStopping = true;
        resolve(name);
      });
    }
  });
  leaveSignals();
  return stopped;
}
