import { loadProfile } from "../../generated/load-profile.ts";
import type { AddressReading } from "../../handlers/arguments.ts";
import type { ValidatorUptimes } from "../../handlers/context.ts";
import type { Watches } from "../../watches/watches.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { NodeClock } from "../clock.ts";
import type { ModeState } from "../mode/mode-state.ts";
import type { NodeConfig } from "../node-config.ts";
import { applyWatchConfig } from "./configured-watches.ts";
import { networkView } from "./network-view.ts";

/** How often watches look at what no block contains. */
const observationMs = 10_000;

export type NodeWatchesOptions = {
  readonly config: Pick<NodeConfig, "watches">;
  readonly watches: Watches;
  readonly context: AddressReading;
  readonly opened: OpenChain;
  readonly state: ModeState;
  readonly uptimes: ValidatorUptimes;
  readonly clock: NodeClock;
};

/** The watches of a node while it runs. */
export type NodeWatches = {
  /** Makes the watches those of the file; undefined without one. Throws WatchConfigError. */
  readonly applyConfig: (() => void) | undefined;
  readonly start: () => void;
  readonly stop: () => void;
};

export async function nodeWatches(options: NodeWatchesOptions): Promise<NodeWatches> {
  const { watches, context, opened, state, uptimes, clock } = options;
  const { file: path } = options.config.watches;
  const view = () =>
    networkView({
      following: () => state.source?.following,
      store: opened.store,
      uptimes,
      upgrades: opened.context.network.upgrades,
      nowSeconds: clock.nowSeconds,
    });
  let observing: NodeJS.Timeout | undefined;
  const { endpoints } = await loadProfile.spec();
  const entry = endpoints.watch.methods["watch.create"]!;
  return {
    applyConfig:
      path === undefined ? undefined : () => applyWatchConfig({ path, watches, entry, context }),
    start: () => {
      watches.start();
      observing = setInterval(() => watches.observe(view), observationMs).unref();
    },
    stop: () => {
      clearInterval(observing);
      watches.stop();
    },
  };
}
