import type { Upgrades } from "../../networks/network.ts";
import type { Epoch } from "./proposervm.ts";

/** What the epoch of a block's child depends on. */
export type EpochParent = {
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly pChainHeight: bigint;
  /** Undefined before Granite and for blocks without a proposer's layer. */
  readonly epoch: Epoch | undefined;
};

type GraniteUpgrades = Pick<Upgrades, "etna" | "granite" | "graniteEpochDurationNanos">;

/**
 * The epoch of a child of a block (ACP-181); undefined before Granite. The first block at or after the end of an
 * epoch still belongs to it, its child begins the next one.
 * avalanchego vms/proposervm/acp181/epoch.go @ v1.15.0-fuji
 */
export function childEpoch(
  parent: EpochParent,
  childTimestamp: bigint,
  { granite, graniteEpochDurationNanos }: GraniteUpgrades,
): Epoch | undefined {
  if (childTimestamp < granite) return undefined;
  const { timestamp, pChainHeight, epoch } = parent;
  if (epoch === undefined) return { pChainHeight, number: 1n, startTime: timestamp };
  const elapsedNanos = (timestamp - epoch.startTime) * 1_000_000_000n;
  if (elapsedNanos < graniteEpochDurationNanos) return epoch;
  return { pChainHeight, number: epoch.number + 1n, startTime: timestamp };
}

/**
 * The P-chain height at which the warp messages of a wrapped block are verified: that of its epoch since Granite,
 * its own since Etna, its parent's before. avalanchego vms/proposervm/block.go (Verify) @ v1.15.0-fuji
 */
export function warpVerificationHeight(
  child: EpochParent,
  parentPChainHeight: bigint,
  { etna, granite }: GraniteUpgrades,
): bigint {
  // The zero epoch of a first block has the height zero.
  if (child.timestamp >= granite) return child.epoch?.pChainHeight ?? 0n;
  return child.timestamp >= etna ? child.pChainHeight : parentPChainHeight;
}
