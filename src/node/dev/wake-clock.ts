import type { OpenChain } from "../chain/open-chain.ts";
import type { NodeClock } from "../clock.ts";
import type { Log } from "../logging/log.ts";
import type { NodeConfig } from "../node-config.ts";
import { DevSettings } from "./dev-settings.ts";

/** So long before the first end of a validator of the genesis a chain wakes that has slept beyond it. */
const remainingSeconds = 30n * 86_400n;

/**
 * Sets the clock of a chain that is opened again: as far from the machine's as a developer has moved it. Where the local
 * genesis would have run out while the node was stopped, the clock stands back, so that its validators are still there.
 */
export function wakeClock(
  clock: NodeClock,
  { store }: Pick<OpenChain, "store">,
  config: Pick<NodeConfig, "genesis">,
  log: Log,
): void {
  const settings = new DevSettings(store.metadata);
  const kept = settings.clock();
  if (kept !== undefined) clock.restore(kept);
  if (config.genesis !== undefined) return;
  const end = firstGenesisEnd(store);
  if (end === undefined || end > clock.nowSeconds()) return;
  const chainTime = store.state.timestamp();
  const wake = end - remainingSeconds > chainTime ? end - remainingSeconds : chainTime;
  clock.set(Number(wake) * 1000);
  settings.keepClock(clock);
  log.warn(
    { clock: new Date(Number(wake) * 1000).toISOString() },
    "the validators of the genesis would have ended while the node was stopped: its clock stands back. --timestamp or dev.setTime sets another time",
  );
}

/** When the first staker of the genesis ends that still stakes. */
function firstGenesisEnd({ state, txs }: OpenChain["store"]): bigint | undefined {
  for (const { txID, endTime } of state.currentStakers()) {
    if (txs.byID(txID)?.height === 0n) return endTime;
  }
  return undefined;
}
