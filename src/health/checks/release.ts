import { formatGoDuration } from "../../formats/duration.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatTime } from "../../formats/time.ts";
import type { Check } from "../check.ts";

/** BLS key with which the primary network knows this node; undefined for a validator without one. */
export type RegisteredKey = "not a validator" | Uint8Array | undefined;

/**
 * Fails for a validator that runs with another BLS key than it registered. Checks of releases after v1.12.1 are in this
 * file. avalanchego node/node.go (wrongBLSKeyCheck) @ v1.15.0-fuji
 */
export function blsCheck(ownKey: () => Uint8Array, registered: () => RegisteredKey): Check {
  return () => {
    const key = registered();
    if (key === "not a validator") return { detail: "node is not a validator" };
    if (key === undefined) return { detail: "validator doesn't have a BLS key" };
    const [own, known] = [formatHex(ownKey()), formatHex(key)];
    if (own === known) return { detail: "node has the correct BLS key" };
    return {
      error: `node has BLS key ${own}, but is registered to the validator set with ${known}`,
    };
  };
}

/** The times of the newest upgrade that connected validators know. Times are Unix seconds. */
export type AnnouncedUpgrades = {
  readonly localUpgradeTime: bigint;
  readonly totalWeight: bigint;
  /** Of each connected validator. */
  readonly announced: readonly { readonly upgradeTime: bigint; readonly weight: bigint }[];
  readonly nowNanos: bigint;
};

/**
 * Fails in the last days before an upgrade that half of the stake knows and this node does not.
 * avalanchego node/node.go (futureUpgradeCheck) @ v1.15.0-fuji
 */
export function futureUpgradeCheck(read: () => AnnouncedUpgrades): Check {
  return () => {
    const { localUpgradeTime, totalWeight, announced, nowNanos } = read();
    if (totalWeight === 0n) return { error: "no validators in the current validator set" };
    const weights = new Map<bigint, bigint>();
    let mode = { upgradeTime: 0n, weight: 0n };
    for (const { upgradeTime, weight } of announced) {
      const sum = (weights.get(upgradeTime) ?? 0n) + weight;
      weights.set(upgradeTime, sum);
      if (sum > mode.weight) mode = { upgradeTime, weight: sum };
    }
    const portion = Number(mode.weight) / Number(totalWeight);
    const detail = {
      localUpgradeTime: formatTime(localUpgradeTime),
      modeUpgradeTime: formatTime(mode.upgradeTime),
      modeUpgradeWeightPercentage: 100 * portion,
      numUpgradeTimes: weights.size,
    };
    if (localUpgradeTime >= mode.upgradeTime || portion < 0.5) return { detail };
    const remainingNanos = mode.upgradeTime * secondNanos - nowNanos;
    const error = urgency(remainingNanos);
    return {
      detail: { ...detail, timeUntilUpgrade: formatGoDuration(remainingNanos) },
      ...(error !== undefined && { error }),
    };
  };
}

const secondNanos = 1_000_000_000n;
const hourNanos = 3_600n * secondNanos;

function urgency(remainingNanos: bigint): string | undefined {
  if (remainingNanos > 72n * hourNanos) return undefined;
  if (remainingNanos > 24n * hourNanos) return "unknown network upgrade detected";
  if (remainingNanos > hourNanos)
    return "unknown network upgrade detected - update as soon as possible";
  return "imminent network upgrade detected - update immediately";
}
