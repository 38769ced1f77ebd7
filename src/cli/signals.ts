/** The signals that stop a command, and the exit code of one that gets a second. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ends the process with code 0 at a signal, until `stopSignal` listens: what has not begun has nothing to finish. */
export function endAtSignals(): void {
  for (const name of Object.keys(exitCodes)) process.on(name, end);
}

/**
 * Resolves when the signals have been delivered that arrived while code was loaded: Node delivers them between two passes of
 * its event loop, and since Node 22 all code is loaded in one.
 */
export function signalsDelivered(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Resolves with the name of the first SIGINT or SIGTERM; the second exits at once. */
export function stopSignal(): Promise<string> {
  return new Promise<string>((resolve) => {
    let isStopping = false;
    for (const [name, exitCode] of Object.entries(exitCodes)) {
      const earlier = process.listeners(name as NodeJS.Signals);
      process.on(name, () => {
        if (isStopping) process.exit(exitCode);
        isStopping = true;
        resolve(name);
      });
      // Without any listener in between, a signal that has just arrived would be lost.
      for (const listener of earlier) process.off(name, listener);
    }
  });
}

function end(): void {
  process.exit(0);
}
