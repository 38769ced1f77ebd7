/** The signals that stop a command, and the exit code of one that gets a second. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ends the process with code 0 at a signal, until `stopSignal` listens: what has not begun has nothing to finish. */
export function endAtSignals(): void {
  for (const name of Object.keys(exitCodes)) process.on(name, end);
}

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
  for (const name of Object.keys(exitCodes)) process.off(name, end);
  return stopped;
}

function end(): void {
  process.exit(0);
}
