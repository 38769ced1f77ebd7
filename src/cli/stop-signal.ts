const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Resolves with the name of the first SIGINT or SIGTERM; the second ends the process at once. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const [name, exitCode] of Object.entries(exitCodes)) {
      process.on(name, () => {
        if (isStopping) process.exit(exitCode);
        isStopping = true;
        resolve(name);
      });
    }
  });
}
