import { equalBytes } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type { ActiveValidator } from "../generated/data-api/types.ts";
import type { Peer } from "../handlers/context.ts";
import { platformChainID, primaryNetworkID } from "../networks/chains.ts";
import { stakingRules } from "../pchain/executor/staking-rules.ts";
import { splitReward } from "../pchain/rewards/calculator.ts";
import type { Staker } from "../pchain/state/staker.ts";
import { minBigint } from "../pchain/uint64.ts";
import type { PeriodRecord } from "../store/ledger/queries/ledger-queries.ts";
import type { DataContext } from "./operation.ts";
import { columnAddresses } from "./owners.ts";

/** What a current validator has now. */
export function activeMembers(row: PeriodRecord, context: DataContext) {
  const { state, queries } = context;
  const delegators = [...state.currentDelegators(row.subnet_id, row.node_id)];
  const delegated = delegators.reduce((sum, { weight }) => sum + weight, 0n);
  const total = queries.validators.totalWeight(row.subnet_id);
  const version = peerOf(row, context)?.version;
  const isPrimary = isOfPrimaryNetwork(row);
  return {
    stakePercentage: percentOf(row.weight, total),
    delegatorCount: delegators.length,
    amountDelegated: delegated.toString(),
    uptimePerformance: uptimePercent(row, context),
    ...(version !== undefined && { avalancheGoVersion: version }),
    ...(isPrimary && { delegationCapacity: capacityOf(row, delegated, context).toString() }),
    potentialRewards: potentialRewards(row, delegators, context),
    validatorHealth: healthOf(row, context),
    geolocation: null,
  };
}

/** What can still be delegated to a validator, in the smallest unit of what its subnet stakes. */
export function delegationCapacity(row: PeriodRecord, context: DataContext): bigint {
  let delegated = 0n;
  for (const { weight } of context.state.currentDelegators(row.subnet_id, row.node_id)) {
    delegated += weight;
  }
  return capacityOf(row, delegated, context);
}

function capacityOf(row: PeriodRecord, delegated: bigint, { chain, state }: DataContext): bigint {
  const { weight, subnet_id, delegation_shares } = row;
  // Nobody can delegate to a permissioned validator.
  if (delegation_shares === null) return 0n;
  const rules = stakingRules(state, subnet_id, { chain });
  const most = minBigint(weight * rules.maxValidatorWeightFactor, rules.maxValidatorStake);
  const left = most - weight - delegated;
  return left > 0n ? left : 0n;
}

/** Uptime as this node saw it; 0 outside of the primary network. */
export function uptimePercent(row: PeriodRecord, { uptimes }: DataContext): number {
  if (!isOfPrimaryNetwork(row)) return 0;
  return uptimes.uptime(row.node_id, BigInt(row.start_time)) * 100;
}

function isOfPrimaryNetwork({ subnet_id }: PeriodRecord): boolean {
  return equalBytes(subnet_id, primaryNetworkID);
}

function potentialRewards(
  row: PeriodRecord,
  delegators: readonly Staker[],
  context: DataContext,
): ActiveValidator["potentialRewards"] {
  let shares = context.state.delegateeReward(row.subnet_id, row.node_id);
  for (const { potentialReward } of delegators) {
    shares += splitReward(potentialReward, row.delegation_shares ?? 0).fromShares;
  }
  return {
    validationRewardAmount: row.potential_reward.toString(),
    delegationRewardAmount: shares.toString(),
    rewardAddresses: columnAddresses(row.reward_addresses, context),
  };
}

function healthOf(row: PeriodRecord, context: DataContext): ActiveValidator["validatorHealth"] {
  const { chain, uptimes } = context;
  const benched = (peerOf(row, context)?.benched ?? []).map(formatId);
  const percent = (is: boolean) => (is ? 100 : 0);
  return {
    reachabilityPercent: percent(uptimes.isConnected(row.node_id)),
    benchedPChainRequestsPercent: percent(benched.includes(formatId(platformChainID))),
    benchedXChainRequestsPercent: percent(benched.includes(formatId(chain.xChainID))),
    benchedCChainRequestsPercent: percent(benched.includes(formatId(chain.cChainID))),
  };
}

function peerOf({ node_id }: PeriodRecord, { peers }: DataContext): Peer | undefined {
  return peers.list([node_id])[0];
}

/** With six decimal places. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 100_000_000n) / whole) / 1_000_000;
}
