import { type Id, type NodeId, sortedUnique } from "../../../formats/bytes.ts";
import { type AnyQuery, formOf, keysetSources } from "./keyset.ts";
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
  filter: RewardFilter,
  page: LedgerPage,
): Source<RewardRecord>[] {
  const { heights, addresses } = filter;
  const sources = (query: () => AnyQuery, values: readonly unknown[], table = "r") =>
    keysetSources<RewardRecord>(
      selects,
      {
        form: formOf("rewards", filter),
        query,
        slots: filter,
        order: {
          columns: [`${table}.height`, `${table}.position`, "r.output_index"],
          height: { column: `${table}.height`, bounds: heights },
        },
        values,
      },
      page,
    );
  const value = slot<Uint8Array>("value");
  const restricted = () => restrictedRewards(selects, filter);
  if (addresses !== undefined) {
    const owned = () =>
      restricted()
        .innerJoin("ledger_address_txs as a", (join) =>
          join.onRef("a.height", "=", "r.height").onRef("a.position", "=", "r.position"),
        )
        .where("a.address", "=", value)
        .where((eb) => ofStakes(eb))
        .where((eb) => selects.owns(eb, eb.ref("a.address"), "r.addresses"));
    return sources(owned, sortedUnique(addresses), "a");
  }
  return sources(restricted, [undefined]);
}

/** Rewards that meet a filter, whose values are slots of the same names. */
function restrictedRewards(selects: Selects, { nodeID, subnetID, stakingTxID }: RewardFilter) {
  let query = selects.compose
    .selectFrom("ledger_rewards as r")
    .innerJoin("ledger_txs as t", (join) =>
      join.onRef("t.height", "=", "r.height").onRef("t.position", "=", "r.position"),
    )
    .selectAll("r")
    .select("t.id as reward_tx_id");
  if (subnetID !== undefined) query = query.where("r.subnet_id", "=", slot<Id>("subnetID"));
  if (nodeID !== undefined) query = query.where("r.node_id", "=", slot<NodeId>("nodeID"));
  if (stakingTxID !== undefined) {
    query = query.where("r.staking_tx_id", "=", slot<Id>("stakingTxID"));
  }
  return query;
}

/** Periods that run and may be rewarded, by end and staking transaction. */
export function pendingPage(
  selects: Selects,
  filter: RewardFilter,
  page: LedgerPage,
): LedgerList<PeriodRecord> {
  const { addresses } = filter;
  const sources = keysetSources<PeriodRecord>(
    selects,
    {
      form: formOf("pending rewards", filter),
      query: () =>
        addresses === undefined ? pendingRows(selects, filter) : ownedPending(selects, filter),
      order: { columns: ["p.end_time", "p.tx_id", "p.start_time"] },
      values: addresses === undefined ? [undefined] : sortedUnique(addresses),
      slots: filter,
    },
    page,
  );
  const placeOf = (row: PeriodRecord): LedgerPlace => [row.end_time, row.tx_id, row.start_time];
  const { groups, next } = mergedPage(sources, page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}

/** Periods that meet a filter, whose values are slots of the same names. */
function pendingRows(selects: Selects, { nodeID, subnetID, stakingTxID }: RewardFilter) {
  let query = periodRows(selects)
    .where("p.ended_height", "is", null)
    .where("p.began_height", "is not", null)
    .where("p.potential_reward", "<>", 0n);
  if (nodeID !== undefined) query = query.where("p.node_id", "=", slot<NodeId>("nodeID"));
  if (subnetID !== undefined) query = query.where("p.subnet_id", "=", slot<Id>("subnetID"));
  if (stakingTxID !== undefined) query = query.where("p.tx_id", "=", slot<Id>("stakingTxID"));
  return query;
}

/** Those whose reward an address gets. */
function ownedPending(selects: Selects, filter: RewardFilter): AnyQuery {
  const value = slot<Uint8Array>("value");
  const owned = pendingRows(selects, filter).where((eb) =>
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
  return owned.where((eb) =>
    eb.or(
      ["p.reward_addresses", "p.delegatee_addresses"].map((owners) =>
        selects.owns(eb, eb.val(value), owners),
      ),
    ),
  );
}
