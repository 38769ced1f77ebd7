import type { OpenChain } from "../chain/open-chain.ts";
import type { NodeClock } from "../clock.ts";
import type { Log } from "../logging/log.ts";
import type { NodeConfig } from "../node-config.ts";
import { DevSettings } from "./dev-settings.ts";

/** How long before the first genesis validator ends a stopped chain resumes. */
const remainingSeconds = 30n * 86_400n;

/**
 * Sets the clock of a chain that is opened again to the offset that the developer chose. If the local genesis
 * validators would have ended while the node was stopped, the clock is set back, so that they still validate.
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
    "the genesis validators would have ended while the node was stopped, so its clock is set back. Use --timestamp or dev.setTime to change it",
  );
}

/** When the first genesis staker that still stakes ends. */
function firstGenesisEnd({ state, txs }: OpenChain["store"]): bigint | undefined {
  for (const { txID, endTime } of state.currentStakers()) {
    if (txs.byID(txID)?.height === 0n) return endTime;
  }
  return undefined;
}
