import type { LedgerBlock, LedgerTotals } from "../../generated/types.ts";
import type { DayRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import type { HandlerContext } from "../context.ts";
import { timeText } from "./period-view.ts";

type Context = Pick<HandlerContext, "views">;

/** A block and the state after it. */
export function blockView(row: LedgerRow<"blocks">, { views }: Context): LedgerBlock {
  return {
    height: row.height.toString(),
    blockID: views.id(row.id),
    parentID: views.id(row.parent_id),
    kind: row.kind,
    time: timeText(row.time),
    txCount: row.tx_count,
    byteCount: row.byte_count,
    ...(row.container_id !== null && { containerID: views.id(row.container_id) }),
    ...(row.proposer !== null && { proposer: views.nodeID(row.proposer) }),
    ...sumsView(row),
    ...stateView(row),
    gasUsed: row.gas_used.toString(),
    gasCapacity: row.gas_capacity.toString(),
    gasExcess: row.gas_excess.toString(),
    l1Excess: row.l1_excess.toString(),
  };
}

/** A block as a row of totals. */
export function blockTotalsView(row: LedgerRow<"blocks">): LedgerTotals {
  return {
    firstHeight: row.height.toString(),
    lastHeight: row.height.toString(),
    time: timeText(row.time),
    blocks: "1",
    transactions: row.tx_count.toString(),
    ...sumsView(row),
    ...stateView(row),
  };
}

const millisOfDay = 86_400_000;

/** A day as a row of totals. */
export function dayTotalsView(row: DayRecord): LedgerTotals {
  return {
    day: new Date(row.day * millisOfDay).toISOString().slice(0, "2026-10-03".length),
    firstHeight: row.first_height.toString(),
    lastHeight: row.last_height.toString(),
    time: timeText(row.last.time),
    blocks: row.blocks.toString(),
    transactions: row.txs.toString(),
    ...sumsView(row),
    ...stateView(row.last),
  };
}

function sumsView({
  burned,
  rewards,
  l1_fees,
}: Pick<LedgerRow<"blocks">, "burned" | "rewards" | "l1_fees">) {
  return {
    burned: burned.toString(),
    rewards: rewards.toString(),
    l1Fees: l1_fees.toString(),
  };
}

function stateView(row: LedgerRow<"blocks">) {
  return {
    supply: row.supply.toString(),
    staked: row.staked.toString(),
    delegated: row.delegated.toString(),
    validators: row.validators,
    delegators: row.delegators,
    gasPrice: row.gas_price.toString(),
    l1Active: row.l1_active,
    l1Price: row.l1_price.toString(),
    l1Balance: row.l1_balance.toString(),
  };
}
