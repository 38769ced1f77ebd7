import type { ShortId } from "../../../formats/bytes.ts";
import type { LedgerRow } from "../schema.ts";
import { type Selects, slot } from "./selects.ts";

/** What an address was sent alone on other chains up to a height, newest first. */
export function exportsTo(
  selects: Selects,
  address: ShortId,
  heightMax: number,
): LedgerRow<"outputs">[] {
  const query = () =>
    selects.compose
      .selectFrom("ledger_address_txs as a")
      .innerJoin("ledger_txs as t", (join) =>
        join.onRef("t.height", "=", "a.height").onRef("t.position", "=", "a.position"),
      )
      .innerJoin("ledger_outputs as o", "o.tx_id", "t.id")
      .selectAll("o")
      .where("a.address", "=", slot<ShortId>("address"))
      .where("a.kind", "=", "ExportTx")
      .where("a.height", "<=", slot<number>("heightMax"))
      .where("o.exported_to", "is not", null)
      .where("o.addresses", "=", slot<ShortId>("address"))
      .orderBy("a.height", "desc")
      .orderBy("a.position", "desc")
      .orderBy("o.output_index");
  return selects.fixed<LedgerRow<"outputs">>("exports", query)({ address, heightMax });
}
