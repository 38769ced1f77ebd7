/** The exit code of a command that gets a second signal while it stops. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The signals that stop every command. */
const stopSignals = ["SIGINT", "SIGTERM"] as const;

/** Ends the process with code 0 at a signal, until `stopSignal` listens: what has not begun has nothing to finish. */
export function endAtSignals(): void {
  for (const name of stopSignals) process.on(name, end);
}

/**
 * Resolves when the signals have been delivered that arrived while code was loaded: Node delivers them between two passes of
 * its event loop, and since Node 22 all code is loaded in one.
 */
export function signalsDelivered(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Resolves with the name of the first SIGINT or SIGTERM, or of one of `others`; the second exits at once. */
export function stopSignal(...others: readonly (keyof typeof exitCodes)[]): Promise<string> {
  return new Promise<string>((resolve) => {
    let isStopping = false;
    for (const name of [...stopSignals, ...others]) {
      const earlier = process.listeners(name);
      process.on(name, () => {
        if (isStopping) process.exit(exitCodes[name]);
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
