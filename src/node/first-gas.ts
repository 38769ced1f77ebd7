import { setTimeout as sleep } from "node:timers/promises";
import type { ChainStore } from "../store/chain-store.ts";
import type { Clock } from "./clock.ts";

const second = 1000;

/**
 * Waits out the second in which a chain begins. Gas comes with the seconds after the genesis, so that no transaction is taken
 * before; launchers write a genesis of this very second, and AvalancheGo takes longer to start.
 */
export async function untilThereIsGas(clock: Clock, { blocks, state }: ChainStore): Promise<void> {
  if (blocks.lastAccepted().height > 0n) return;
  const delay = firstGasDelayMillis(clock.nowMillis(), state.timestamp());
  if (delay > 0) await sleep(delay);
}

/** The rest of the second in which the chain begins; 0 before and after it. */
export function firstGasDelayMillis(nowMillis: number, genesisTime: bigint): number {
  const sinceMillis = nowMillis - Number(genesisTime) * second;
  return sinceMillis >= 0 && sinceMillis < second ? second - sinceMillis : 0;
}
