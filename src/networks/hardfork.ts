import type { Upgrades } from "./network.ts";
import type { ReleaseName } from "./release.ts";
import { defaultUpgrades, never } from "./upgrades.ts";

/** The upgrades that change the rules of the P-chain's blocks, in order, as `--hardfork` takes them. */
export const hardforks = [
  "apricot",
  "banff",
  "cortina",
  "durango",
  "etna",
  "fortuna",
  "granite",
  "helicon",
] as const;
export type Hardfork = (typeof hardforks)[number];

/** What a new chain has by default: what a local network of the release has, since v1.15.1 for the newest. */
export const defaultHardforks = {
  "avalanchego-1.12": "etna",
  newest: "helicon",
} as const satisfies Record<ReleaseName, Hardfork>;

/** The last hardfork that a release knows. */
export const lastHardforks = {
  "avalanchego-1.12": "etna",
  newest: "helicon",
} as const satisfies Record<ReleaseName, Hardfork>;

/** Upgrade times of a chain that is at a hardfork from its genesis on, and never leaves it. */
export function upgradesOf(hardfork: Hardfork): Upgrades {
  const active = defaultUpgrades.apricotPhase1;
  const time = (each: Hardfork) => (isAtMost(each, hardfork) ? active : never);
  return {
    ...defaultUpgrades,
    banff: time("banff"),
    cortina: time("cortina"),
    durango: time("durango"),
    etna: time("etna"),
    fortuna: time("fortuna"),
    granite: time("granite"),
    helicon: time("helicon"),
  };
}

/** The newest hardfork that is active at a chain's time, `apricot` before Banff. */
export function hardforkAt(timestamp: bigint, upgrades: Upgrades): Hardfork {
  const isActive = (hardfork: Hardfork) =>
    hardfork === "apricot" || timestamp >= upgrades[hardfork];
  return hardforks.findLast(isActive)!;
}

/** Whether a hardfork is the other one or comes before it. */
export function isAtMost(hardfork: Hardfork, other: Hardfork): boolean {
  return hardforks.indexOf(hardfork) <= hardforks.indexOf(other);
}
