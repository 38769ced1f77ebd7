import type { Position } from "../../rpc/http/description.ts";

/** How long a client waits for a height that the node has not reached. */
const waitMs = 5_000;
const lookMs = 10;

/** The height of the P-chain as the position of a node's data: read your own writes through a load balancer. */
export function heightPosition(height: () => bigint): Position {
  let known = -1n;
  let headers: readonly string[] = [];
  return {
    headers: () => {
      const current = height();
      if (current !== known) {
        known = current;
        headers = ["Couloir-Height", current.toString()];
      }
      return headers;
    },
    minimumHeader: "couloir-min-height",
    reached: (minimum) => height() >= minimum || reachedWithin(waitMs, () => height() >= minimum),
  };
}

async function reachedWithin(timeoutMs: number, isReached: () => boolean): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    if (isReached()) return true;
  }
  return false;
}
