import { sortedUnique } from "../../../formats/bytes.ts";
import { type AnyQuery, keysetSources } from "./keyset.ts";
import type {
  LedgerList,
  LedgerPage,
  LedgerPlace,
  PeriodRecord,
  RewardFilter,
  RewardRecord,
} from "./ledger-queries.ts";
import { mergedPage, type Source } from "./merged.ts";
import { ofStakes } from "./owned-stakes.ts";
import { type Selects, slot } from "./selects.ts";
import { periodRows } from "./staking-periods.ts";

/** Rewards that were paid, by height, position and output. */
export function rewardPage(
  selects: Selects,
  filter: RewardFilter,
  page: LedgerPage,
): LedgerList<RewardRecord> {
  const placeOf = (row: RewardRecord): LedgerPlace => [row.height, row.position, row.output_index];
  const { groups, next } = mergedPage(paidSources(selects, filter, page), page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}

function paidSources(
  selects: Selects,
  { heights, addresses, nodeID, subnetID, stakingTxID }: RewardFilter,
  page: LedgerPage,
): Source<RewardRecord>[] {
  let query = selects.compose
    .selectFrom("ledger_rewards as r")
    .innerJoin("ledger_txs as t", (join) =>
      join.onRef("t.height", "=", "r.height").onRef("t.position", "=", "r.position"),
    )
    .selectAll("r")
    .select("t.id as reward_tx_id");
  if (subnetID !== undefined) query = query.where("r.subnet_id", "=", subnetID);
  const value = slot<Uint8Array>("value");
  const sources = (narrowed: AnyQuery, values: readonly unknown[], table = "r") =>
    keysetSources<RewardRecord>(
      selects,
      {
        query: () => narrowed,
        order: {
          columns: [`${table}.height`, `${table}.position`, "r.output_index"],
          height: { column: `${table}.height`, bounds: heights },
        },
        values,
      },
      page,
    );
  if (addresses !== undefined) {
    if (nodeID !== undefined) query = query.where("r.node_id", "=", nodeID);
    if (stakingTxID !== undefined) query = query.where("r.staking_tx_id", "=", stakingTxID);
    const owned = query
      .innerJoin("ledger_address_txs as a", (join) =>
        join.onRef("a.height", "=", "r.height").onRef("a.position", "=", "r.position"),
      )
      .where("a.address", "=", value)
      .where((eb) => ofStakes(eb))
      .where((eb) => eb(eb.fn<number>("instr", ["r.addresses", "a.address"]), ">", 0));
    return sources(owned, sortedUnique(addresses), "a");
  }
  if (stakingTxID !== undefined) {
    if (nodeID !== undefined) query = query.where("r.node_id", "=", nodeID);
    return sources(query.where("r.staking_tx_id", "=", value), [stakingTxID]);
  }
  if (nodeID !== undefined) return sources(query.where("r.node_id", "=", value), [nodeID]);
  return sources(query, [undefined]);
}

/** Periods that run and may be rewarded, by end and staking transaction. */
export function pendingPage(
  selects: Selects,
  { addresses, nodeID, subnetID, stakingTxID }: RewardFilter,
  page: LedgerPage,
): LedgerList<PeriodRecord> {
  let query = periodRows(selects)
    .where("p.ended_height", "is", null)
    .where("p.began_height", "is not", null)
    .where("p.potential_reward", "<>", 0n);
  if (nodeID !== undefined) query = query.where("p.node_id", "=", nodeID);
  if (subnetID !== undefined) query = query.where("p.subnet_id", "=", subnetID);
  if (stakingTxID !== undefined) query = query.where("p.tx_id", "=", stakingTxID);
  const value = slot<Uint8Array>("value");
  const owned = query.where((eb) =>
    eb(
      "p.tx_id",
      "in",
      eb
        .selectFrom("ledger_address_txs as a")
        .innerJoin("ledger_txs as t", (join) =>
          join.onRef("t.height", "=", "a.height").onRef("t.position", "=", "a.position"),
        )
        .select("t.id")
        .where("a.address", "=", value)
        .where(() => ofStakes(eb as never)),
    ),
  );
  const isOwner = owned.where((eb) =>
    eb.or(
      (["p.reward_addresses", "p.delegatee_addresses"] as const).map((column) =>
        eb(eb.fn<number>("instr", [column, eb.val(value)]), ">", 0),
      ),
    ),
  );
  const sources = keysetSources<PeriodRecord>(
    selects,
    {
      query: () => (addresses === undefined ? query : isOwner),
      order: { columns: ["p.end_time", "p.tx_id", "p.start_time"] },
      values: addresses === undefined ? [undefined] : sortedUnique(addresses),
    },
    page,
  );
  const placeOf = (row: PeriodRecord): LedgerPlace => [row.end_time, row.tx_id, row.start_time];
  const { groups, next } = mergedPage(sources, page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}
