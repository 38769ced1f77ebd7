import { equalBytes, keyOf } from "../../formats/bytes.ts";
import type { NetworkDetails } from "../../generated/data-api/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { stakerKind } from "../../pchain/state/staker.ts";
import { percentOf } from "../active-validator.ts";
import { requireNetwork } from "../chain.ts";
import { wholeLedger } from "../ledger.ts";
import type { DataContext, Operation } from "../operation.ts";

/** Sums of the current validators and delegators of the primary network. */
export const getNetworkDetails: Operation<"getNetworkDetails"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { ledger, tip } = wholeLedger(context);
  const { staked, delegated, supply, validators, delegators } = ledger.block(tip)!;
  return {
    validatorDetails: {
      validatorCount: validators,
      totalAmountStaked: staked.toString(),
      estimatedAnnualStakingReward: potentialRewards(context).toString(),
      stakingDistributionByVersion: distribution(context),
      stakingRatio: (percentOf(staked + delegated, supply) / 100).toFixed(6),
    },
    delegatorDetails: { delegatorCount: delegators, totalAmountStaked: delegated.toString() },
  };
};

/** What current stakers of the primary network get if all are rewarded, in nAVAX. */
function potentialRewards({ state }: DataContext): bigint {
  let sum = 0n;
  for (const { subnetID, potentialReward } of state.currentStakers()) {
    if (equalBytes(subnetID, primaryNetworkID)) sum += potentialReward;
  }
  return sum;
}

/** By what validators announced to this node; most first. */
function distribution({
  peers,
  state,
}: DataContext): NetworkDetails["validatorDetails"]["stakingDistributionByVersion"] {
  const versions = new Map(peers.list([]).map(({ nodeID, version }) => [keyOf(nodeID), version]));
  const shares = new Map<string, { amount: bigint; count: number }>();
  for (const staker of state.currentStakers()) {
    if (!equalBytes(staker.subnetID, primaryNetworkID) || stakerKind(staker) !== "staking")
      continue;
    const version = versions.get(keyOf(staker.nodeID)) ?? "unknown";
    const share = shares.get(version) ?? { amount: 0n, count: 0 };
    share.amount += staker.weight;
    share.count += 1;
    shares.set(version, share);
  }
  return [...shares]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([version, { amount, count }]) => ({
      version,
      amountStaked: amount.toString(),
      validatorCount: count,
    }));
}
