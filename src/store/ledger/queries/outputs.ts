import { concatBytes, type Id } from "../../../formats/bytes.ts";
import type { OutputKey, OutputRecord, PlainOutputRecord } from "./ledger-queries.ts";
import { type Selects, slot } from "./selects.ts";

/** An output, spent or not. */
export function outputAt(selects: Selects, key: OutputKey): OutputRecord | undefined {
  return selects.fixed<OutputRecord>("output", () => outputQuery(selects))(key)[0];
}

export function plainOutputAt(selects: Selects, key: OutputKey): PlainOutputRecord | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_outputs as o")
      .select(["o.asset_id", "o.amount", "o.threshold", "o.locktime", "o.addresses"])
      .where("o.tx_id", "=", slot<Id>("txID"))
      .where("o.output_index", "=", slot<number>("outputIndex"));
  return selects.fixed<PlainOutputRecord>("plain output", query)(key)[0];
}

/** With the slots `txID` and `outputIndex`. */
function outputQuery(selects: Selects) {
  return outputRows(selects)
    .where("o.tx_id", "=", slot<Id>("txID"))
    .where("o.output_index", "=", slot<number>("outputIndex"));
}

export function outputRows({ compose }: Selects) {
  return compose
    .selectFrom("ledger_outputs as o")
    .leftJoin("ledger_txs as s", (join) =>
      join.onRef("s.height", "=", "o.spent_height").onRef("s.position", "=", "o.spent_position"),
    )
    .leftJoin("ledger_blocks as c", "c.height", "o.created_height")
    .leftJoin("ledger_blocks as e", "e.height", "o.spent_height")
    .selectAll("o")
    .select(["s.id as spent_by", "c.time as created_time", "e.time as spent_time"]);
}

/** Bytes that name an output, in the order of lists. */
export function outputKey({ txID, outputIndex }: OutputKey): Uint8Array {
  const index = Buffer.alloc(4);
  index.writeUInt32BE(outputIndex);
  return concatBytes(txID, index);
}
