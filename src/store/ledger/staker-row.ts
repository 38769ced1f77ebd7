import type { StakingTerms } from "../../pchain/state/outcome.ts";
import { type Staker, stakerKind } from "../../pchain/state/staker.ts";
import type { LedgerRow } from "./schema.ts";
import { addressBytes, type Writable } from "./tx-rows.ts";

/** The row of a period as it is added at a place. */
export function stakerRow(
  staker: Staker,
  terms: StakingTerms,
  { height, position }: { readonly height: number; readonly position: number },
): Writable<LedgerRow<"staking_periods">> {
  return {
    tx_id: staker.txID,
    start_time: Number(staker.startTime),
    role: stakerKind(staker) === "delegator" ? "delegator" : "validator",
    subnet_id: staker.subnetID,
    node_id: staker.nodeID,
    public_key: staker.publicKey ?? null,
    weight: staker.weight,
    end_time: Number(staker.endTime),
    validator_tx_id: null,
    added_height: height,
    added_position: position,
    began_height: null,
    began_time: null,
    ended_height: null,
    ended_position: null,
    ended_time: null,
    end_reason: null,
    potential_reward: staker.potentialReward,
    reward: null,
    delegatee_reward: null,
    restaked: null,
    uptime: null,
    ...termColumns(terms),
  };
}

/** The columns that the staking transaction says. */
function termColumns(terms: StakingTerms) {
  const { rewardsOwner, delegationRewardsOwner = noOwner, delegationShares } = terms;
  return {
    delegation_shares: delegationShares ?? null,
    is_auto_renewed: Number(terms.isAutoRenewed),
    reward_threshold: rewardsOwner.threshold,
    reward_locktime: rewardsOwner.locktime,
    reward_addresses: addressBytes(rewardsOwner.addresses),
    delegatee_threshold: delegationRewardsOwner.threshold,
    delegatee_locktime: delegationRewardsOwner.locktime,
    delegatee_addresses: addressBytes(delegationRewardsOwner.addresses),
  };
}

const noOwner = { locktime: 0n, threshold: 0, addresses: [] };
