import { type BytesKey, keyOf } from "../formats/bytes.ts";
import type { PendingReward } from "../generated/data-api/types.ts";
import { splitReward } from "../pchain/rewards/calculator.ts";
import type { PeriodRecord } from "../store/ledger/queries/ledger-queries.ts";
import { addressesOf } from "../store/ledger/schema.ts";
import { assetAmount } from "./assets.ts";
import type { DataContext } from "./operation.ts";
import { columnAddresses } from "./owners.ts";

/** What a running period pays to one of its owners, with its place in the list. */
export type Expected = {
  readonly period: PeriodRecord;
  /** 0 for the own reward, 1 for the validator's parts of ended delegations. */
  readonly part: 0 | 1;
  readonly amount: bigint;
};

/** What a running period pays if it ends with a reward, to owners that have one of the addresses, or to any. */
export function expectedOf(
  period: PeriodRecord,
  owners: ReadonlySet<BytesKey> | undefined,
  { state }: DataContext,
): Expected[] {
  const isWanted = (addresses: Uint8Array) =>
    owners === undefined || addressesOf(addresses).some((each) => owners.has(keyOf(each)));
  const expected: Expected[] = [];
  if (isWanted(period.reward_addresses)) {
    const { potential_reward: gross } = period;
    const isDelegator = period.role === "delegator";
    const amount = isDelegator ? splitReward(gross, period.validator_shares ?? 0).remainder : gross;
    expected.push({ period, part: 0, amount });
  }
  if (period.role === "validator" && isWanted(period.delegatee_addresses)) {
    const amount = state.delegateeReward(period.subnet_id, period.node_id);
    if (amount > 0n) expected.push({ period, part: 1, amount });
  }
  return expected;
}

export function pendingRewardView(
  { period, part, amount }: Expected,
  context: DataContext,
): PendingReward {
  const { views, state, chain } = context;
  const { start_time: start, end_time: end } = period;
  const elapsed = Number(state.timestamp()) - start;
  const progress = Math.min(100, Math.max(0, (elapsed * 100) / (end - start)));
  const addresses = part === 0 ? period.reward_addresses : period.delegatee_addresses;
  return {
    addresses: columnAddresses(addresses, context),
    txHash: views.id(period.tx_id),
    amountStaked: period.weight.toString(),
    nodeId: views.nodeID(period.node_id),
    startTimestamp: start,
    endTimestamp: end,
    rewardType: typeOf(period, part),
    progress,
    estimatedReward: assetAmount(chain.avaxAssetID, amount, context),
  };
}

function typeOf({ role }: PeriodRecord, part: 0 | 1): PendingReward["rewardType"] {
  if (part === 1) return "VALIDATOR_FEE";
  return role === "validator" ? "VALIDATOR" : "DELEGATOR";
}
