// A node that executes hundreds of blocks a second is not asked about each.
const pauseMs = 250;

/** Starts a read, or if it is running, starts it once more after it: no older response replaces a newer one. */
export function inTurn(read: () => Promise<void>): () => void {
  let isRunning = false;
  let isDue = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isDue) {
      isDue = false;
      await read();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (!isRunning) void run();
  };
}
