import type { Balances } from "../../generated/data-api/types.ts";
import { type BalanceMoment, balanceTypeOf } from "../../store/ledger/queries/balance-type.ts";
import type { LedgerQueries, OwnedOutput } from "../../store/ledger/queries/ledger-queries.ts";
import { AssetTotals } from "../assets.ts";
import { chainInfo } from "../chain.ts";
import { addressesParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { DataContext, Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { sharedBalances } from "../shared-balances.ts";

/** The balance of addresses now, or after the last block by a time. */
export const getBalancesByAddresses: Operation<"getBalancesByAddresses"> = (params, context) => {
  const info = chainInfo(params, context.chain);
  const addresses = addressesParam("addresses", params.addresses, context);
  if (info.chainName !== "p-chain") return { balances: nothing, chainInfo: info };
  const { ledger } = wholeLedger(context);
  const { blockTimestamp: time } = params;
  const height = time === undefined ? undefined : heightAt(time, ledger);
  const now = time === undefined ? context.clock.nowSeconds() : BigInt(time);
  const owned = ledger.owned(addresses, {
    ...(height !== undefined && { height }),
    includesSpent: false,
  });
  const shared = time === undefined ? sharedBalances(addresses, now, context) : {};
  const balances = { ...nothing, ...sums(owned, { ledger, height, now }, context), ...shared };
  return { balances, chainInfo: info };
};

const nothing: Balances = {
  unlockedUnstaked: [],
  unlockedStaked: [],
  lockedPlatform: [],
  lockedStakeable: [],
  lockedStaked: [],
  pendingStaked: [],
  atomicMemoryUnlocked: [],
  atomicMemoryLocked: [],
};

function heightAt(time: number, ledger: LedgerQueries): number {
  const block = ledger.lastBlockBy(time);
  if (block !== undefined) return block.height;
  throw new Problem(400, `blockTimestamp: the first block is later than ${time}`);
}

function sums(
  owned: readonly OwnedOutput[],
  moment: BalanceMoment,
  context: DataContext,
): Partial<Balances> {
  const totals = new Map<keyof Balances, AssetTotals>();
  for (const output of owned) {
    const member = balanceTypeOf(output, moment);
    let total = totals.get(member);
    if (total === undefined) {
      total = new AssetTotals();
      totals.set(member, total);
    }
    total.add(output.assetID, output.amount);
  }
  return Object.fromEntries([...totals].map(([member, total]) => [member, total.counted(context)]));
}
