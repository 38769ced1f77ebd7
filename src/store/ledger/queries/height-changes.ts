import type { Id } from "../../../formats/bytes.ts";
import { addressesOf, type LedgerRow } from "../schema.ts";
import type { HeightChanges, PeriodRecord, RewardRecord } from "./ledger-queries.ts";
import { type Selects, slot } from "./selects.ts";
import { periodRows } from "./staking-periods.ts";
import { txsAt } from "./txs.ts";

/** The rows that belong to a height, each list in an order that later changes of a dev node only continue. */
export function changesAt(selects: Selects, height: number): HeightChanges {
  const { compose } = selects;
  const at = { height };
  return {
    txs: txsAt(selects, height),
    rewards: selects.fixed<RewardRecord>("rewards of a height", () =>
      compose
        .selectFrom("ledger_rewards as r")
        .innerJoin("ledger_txs as t", (join) =>
          join.onRef("t.height", "=", "r.height").onRef("t.position", "=", "r.position"),
        )
        .selectAll("r")
        .select("t.id as reward_tx_id")
        .where("r.height", "=", slot<number>("height"))
        .orderBy("r.position")
        .orderBy("r.output_index"),
    )(at),
    periods: periodsAt(selects, height),
    l1Events: selects.fixed<HeightChanges["l1Events"][number]>("L1 events of a height", () =>
      compose
        .selectFrom("ledger_l1_events as e")
        .innerJoin("ledger_l1_validators as v", "v.validation_id", "e.validation_id")
        .leftJoin("ledger_txs as t", (join) =>
          join.onRef("t.height", "=", "e.height").onRef("t.position", "=", "e.position"),
        )
        .selectAll("e")
        .select(["t.id as tx_id", "v.subnet_id", "v.node_id"])
        .where("e.height", "=", slot<number>("height"))
        .orderBy("e.ordinal"),
    )(at),
  };
}

function periodsAt(selects: Selects, height: number): HeightChanges["periods"] {
  const query = () =>
    periodRows(selects)
      .where((eb) =>
        eb.or(
          (["p.added_height", "p.began_height", "p.ended_height"] as const).map((column) =>
            eb(column, "=", slot<number>("height")),
          ),
        ),
      )
      .orderBy("p.start_time")
      .orderBy("p.tx_id");
  const stakes = selects.fixed<Pick<LedgerRow<"outputs">, "addresses">>("owners of a stake", () =>
    selects.compose
      .selectFrom("ledger_outputs as o")
      .select("o.addresses")
      .where("o.tx_id", "=", slot<Id>("txID"))
      .where("o.origin", "=", "stake"),
  );
  return selects
    .fixed<PeriodRecord>(
      "periods of a height",
      query,
    )({ height })
    .map((row) => ({
      ...row,
      stake_addresses: stakes({ txID: row.tx_id }).flatMap(({ addresses }) =>
        addressesOf(addresses),
      ),
    }));
}
