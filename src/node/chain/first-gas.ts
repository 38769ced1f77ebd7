import { setTimeout as sleep } from "node:timers/promises";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NodeClock } from "../clock.ts";

const secondMs = 1000;

/**
 * Waits out the second in which a chain begins, unless the clock stands. Gas comes with the seconds after the genesis, so that
 * no transaction is taken before; launchers write a genesis of this very second, and AvalancheGo takes longer to start.
 */
export async function untilThereIsGas(
  clock: Pick<NodeClock, "isFrozen" | "nowMillis">,
  { blocks, state }: ChainStore,
): Promise<void> {
  if (clock.isFrozen || blocks.lastAccepted().height > 0n) return;
  const delayMs = firstGasDelayMs(clock.nowMillis(), state.timestamp());
  if (delayMs > 0) await sleep(delayMs);
}

/** The rest of the second in which the chain begins; 0 before and after it. */
export function firstGasDelayMs(nowMs: number, genesisSeconds: bigint): number {
  const sinceMs = nowMs - Number(genesisSeconds) * secondMs;
  return sinceMs >= 0 && sinceMs < secondMs ? secondMs - sinceMs : 0;
}
