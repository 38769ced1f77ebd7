/** The signals that end a command, and its exit code then. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** A signal asked the command to end. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("interrupted");
    this.exitCode = exitCode;
  }
}

/** Lets signals arrive. Throws Interrupted if one has. */
export type Pause = () => Promise<void>;

/**
 * Runs work that removes its files when it fails, and ends it at its next pause once a signal has arrived: otherwise, the
 * process would end at once and leave them. A second signal does that. Code that never waits must pause: Node delivers signals
 * only between two passes of its event loop.
 */
export async function interruptible<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
  let arrived: number | undefined;
  const listeners = Object.entries(exitCodes).map(([name, exitCode]) => {
    const listener = () => {
      if (arrived !== undefined) process.exit(exitCode);
      arrived = exitCode;
    };
    process.on(name, listener);
    return [name, listener] as const;
  });
  try {
    return await work(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (arrived !== undefined) throw new Interrupted(arrived);
    });
  } finally {
    for (const [name, listener] of listeners) process.off(name, listener);
  }
}
