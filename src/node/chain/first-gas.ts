import { setTimeout as sleep } from "node:timers/promises";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NodeClock } from "../clock.ts";

const secondMs = 1000;

/**
 * Waits until the second after the genesis, unless the clock is frozen. Gas accrues with each second after the genesis, and
 * launchers write a genesis for the current second; AvalancheGo takes longer than that to start.
 */
export async function untilThereIsGas(
  clock: Pick<NodeClock, "isFrozen" | "nowMillis">,
  { blocks, state }: ChainStore,
): Promise<void> {
  if (clock.isFrozen || blocks.lastAccepted().height > 0n) return;
  const delayMs = firstGasDelayMs(clock.nowMillis(), state.timestamp());
  if (delayMs > 0) await sleep(delayMs);
}

/** The rest of the second in which the chain starts; 0 before and after it. */
export function firstGasDelayMs(nowMs: number, genesisSeconds: bigint): number {
  const sinceMs = nowMs - Number(genesisSeconds) * secondMs;
  return sinceMs >= 0 && sinceMs < secondMs ? secondMs - sinceMs : 0;
}
