import type { Network } from "./network.ts";

/** Of primary network validators that start at or after Helicon, whatever the network's own (ACP-267). */
const heliconUptimeRequirement = 0.9;

/**
 * Share of its period that a primary network validator must be up to be rewarded, 0 to 1. avalanchego
 * vms/platformvm/block/executor/options.go, network/network.go (NodeUptime) @ v1.15.0
 */
export function primaryUptimeRequirement(
  startTime: bigint,
  { staking, upgrades }: Pick<Network, "staking" | "upgrades">,
): number {
  return startTime >= upgrades.helicon ? heliconUptimeRequirement : staking.uptimeRequirement;
}
