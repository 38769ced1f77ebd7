import { emptyId, equalBytes, type Id, type NodeId } from "../formats/bytes.ts";
import type { Network } from "../networks/network.ts";
import { primaryUptimeRequirement } from "../networks/uptime-requirement.ts";
import type { Staker } from "../pchain/state/staker.ts";
import type { State } from "../pchain/state/state.ts";
import type { Tx } from "../pchain/txs/tx.ts";

const sharesMax = 1_000_000;

/**
 * Whether the staker of a proposal met the uptime requirement. Stakers of a subnet need uptime on the primary
 * network. If the uptime is unknown, the staker is rewarded. avalanchego
 * vms/platformvm/block/executor/options.go @ v1.12.1
 */
export function prefersCommit(
  tx: Tx,
  state: State,
  network: Pick<Network, "staking" | "upgrades">,
  uptime: (nodeID: NodeId, startTime: bigint) => number,
): boolean {
  const { unsigned } = tx;
  const isReward =
    unsigned.kind === "RewardValidatorTx" || unsigned.kind === "RewardAutoRenewedValidatorTx";
  if (!isReward) return true;
  const staker = findStaker(unsigned.txID, state);
  const primary = staker && state.currentValidator(emptyId, staker.nodeID);
  const required = staker && primary && requiredUptime(staker.subnetID, primary, state, network);
  if (primary === undefined || required === undefined) return true;
  return uptime(primary.nodeID, primary.startTime) >= required;
}

function requiredUptime(
  subnetID: Id,
  primary: Staker,
  state: State,
  network: Pick<Network, "staking" | "upgrades">,
): number | undefined {
  if (equalBytes(subnetID, emptyId)) return primaryUptimeRequirement(primary.startTime, network);
  const transformation = state.subnetTransformation(subnetID)?.unsigned;
  if (transformation?.kind !== "TransformSubnetTx") return undefined;
  return transformation.uptimeRequirement / sharesMax;
}

/** The staker to reward is among the first. */
function findStaker(txID: Id, state: State): Staker | undefined {
  for (const staker of state.currentStakers()) if (equalBytes(staker.txID, txID)) return staker;
  return undefined;
}
