import { formatTime } from "../../formats/time.ts";
import type { LedgerL1Event } from "../../generated/types.ts";
import type { L1EventRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";

/** A change of an L1 validator as results show it. */
export function l1EventView(
  row: L1EventRecord,
  { views }: Pick<HandlerContext, "views">,
): LedgerL1Event {
  return {
    validationID: views.id(row.validation_id),
    kind: row.kind as LedgerL1Event["kind"],
    height: row.height.toString(),
    time: formatTime(BigInt(row.time)),
    ...(row.tx_id !== null && { txID: views.id(row.tx_id) }),
    weight: row.weight.toString(),
    minNonce: row.nonce.toString(),
    balance: row.balance.toString(),
    change: row.change.toString(),
    ...(row.returned_output_index !== null && {
      returnedOutputIndex: row.returned_output_index,
    }),
  };
}
