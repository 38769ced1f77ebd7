import type { Upgrades } from "./network.ts";
import { never, upgradeTimes } from "./upgrades.ts";

/** An upgrade that has different times in two schedules. */
export type ScheduleDifference = {
  readonly upgrade: keyof Upgrades;
  /** Unix seconds, or nanoseconds of an epoch. */
  readonly one: bigint;
  readonly other: bigint;
};

/**
 * Where two schedules have different rules for blocks up to a chain time: each upgrade of which one of the two times is
 * not after it.
 */
export function scheduleDifferences(
  one: Upgrades,
  other: Upgrades,
  chainTime: bigint,
): readonly ScheduleDifference[] {
  const names: (keyof Upgrades)[] = upgradeTimes.filter(
    (name) => one[name] !== other[name] && min(one[name], other[name]) <= chainTime,
  );
  const hasEpochs = min(one.granite, other.granite) <= chainTime;
  const isOtherEpoch = one.graniteEpochDurationNanos !== other.graniteEpochDurationNanos;
  if (hasEpochs && isOtherEpoch) names.push("graniteEpochDurationNanos");
  return names.map((upgrade) => ({
    upgrade,
    one: one[upgrade] as bigint,
    other: other[upgrade] as bigint,
  }));
}

/**
 * The schedule of chains whose stores do not record one: versions that do not record it knew Helicon's time on Fuji
 * only, unless a file or a hardfork set it.
 */
export function unrecordedSchedule(
  current: Upgrades,
  { isFuji, isConfigured }: { readonly isFuji: boolean; readonly isConfigured: boolean },
): Upgrades {
  return isFuji || isConfigured ? current : { ...current, helicon: never };
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
