const names = ["SIGINT", "SIGTERM"] as const;

/** Ends the process with code 0 at a signal, until `stopSignal` listens: what has not begun has nothing to finish. */
export function endAtSignals(): void {
  for (const name of names) process.on(name, end);
}

export function leaveSignals(): void {
  for (const name of names) process.off(name, end);
}

function end(): void {
  process.exit(0);
}
