import { type Id, type NodeId, sortedUnique } from "../../../formats/bytes.ts";
import { type AnyQuery, formOf, keysetSources } from "./keyset.ts";
import type {
  LedgerList,
  LedgerPage,
  LedgerPlace,
  PeriodFilter,
  PeriodRecord,
} from "./ledger-queries.ts";
import { mergedPage } from "./merged.ts";
import { ofStakes } from "./owned-stakes.ts";
import { type Selects, slot } from "./selects.ts";

/** The periods that meet a filter, by start and staking transaction. */
export function periodPage(
  selects: Selects,
  filter: PeriodFilter,
  page: LedgerPage,
): LedgerList<PeriodRecord> {
  const { addresses, began } = filter;
  const query = () =>
    addresses === undefined ? restricted(selects, filter) : ofAddress(selects, filter);
  const sources = keysetSources<PeriodRecord>(
    selects,
    {
      form: formOf("periods", filter, filter.status),
      query,
      order: {
        columns: ["p.start_time", "p.tx_id"],
        height: began && { column: "p.start_time", bounds: began.times },
      },
      values: addresses === undefined ? [undefined] : sortedUnique(addresses),
      slots: { ...filter, beganFrom: began?.heights.from, beganTo: began?.heights.to },
    },
    page,
  );
  const placeOf = (row: PeriodRecord): LedgerPlace => [row.start_time, row.tx_id];
  const { groups, next } = mergedPage(sources, page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}

export function periodRows({ compose }: Selects) {
  return compose
    .selectFrom("ledger_staking_periods as p")
    .leftJoin("ledger_txs as x", (join) =>
      join.onRef("x.height", "=", "p.ended_height").onRef("x.position", "=", "p.ended_position"),
    )
    .selectAll("p")
    .select("x.id as ended_by")
    .select(({ selectFrom }) =>
      // One for each period of an auto-renewed validator; all have the same shares.
      selectFrom("ledger_staking_periods as v")
        .select("v.delegation_shares")
        .whereRef("v.tx_id", "=", "p.validator_tx_id")
        .limit(({ lit }) => lit(1))
        .as("validator_shares"),
    );
}

/** Periods that meet a filter, whose values are slots of the same names. */
function restricted(selects: Selects, filter: PeriodFilter) {
  const { nodeID, subnetID, txID, validatorTxID, role, status, runningAt, began } = filter;
  let query = periodRows(selects);
  if (nodeID !== undefined) query = query.where("p.node_id", "=", slot<NodeId>("nodeID"));
  if (subnetID !== undefined) query = query.where("p.subnet_id", "=", slot<Id>("subnetID"));
  if (txID !== undefined) query = query.where("p.tx_id", "=", slot<Id>("txID"));
  if (validatorTxID !== undefined) {
    query = query.where("p.validator_tx_id", "=", slot<Id>("validatorTxID"));
  }
  if (role !== undefined) query = query.where("p.role", "=", slot<string>("role"));
  if (status !== undefined) {
    query = query.where("p.ended_height", status === "ended" ? "is not" : "is", null);
  }
  if (status === "pending" || status === "running") {
    query = query.where("p.began_height", status === "running" ? "is not" : "is", null);
  }
  if (runningAt !== undefined) {
    const height = slot<number>("runningAt");
    query = query
      .where("p.began_height", "<=", height)
      .where((eb) => eb.or([eb("p.ended_height", "is", null), eb("p.ended_height", ">", height)]));
  }
  if (began !== undefined) {
    query = query
      .where("p.began_height", ">=", slot<number>("beganFrom"))
      .where("p.began_height", "<=", slot<number>("beganTo"));
  }
  return query;
}

/** Those whose staking transaction an address has stake in or a reward from. */
function ofAddress(selects: Selects, filter: PeriodFilter): AnyQuery {
  return restricted(selects, filter).where((eb) =>
    eb(
      "p.tx_id",
      "in",
      eb
        .selectFrom("ledger_address_txs as a")
        .innerJoin("ledger_txs as t", (join) =>
          join.onRef("t.height", "=", "a.height").onRef("t.position", "=", "a.position"),
        )
        .select("t.id")
        .where("a.address", "=", slot<Uint8Array>("value"))
        .where(() => ofStakes(eb as never)),
    ),
  );
}
