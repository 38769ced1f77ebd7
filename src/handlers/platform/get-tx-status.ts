import { formatId } from "../../formats/id.ts";
import type { AcceptedTx, ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { pendingStatus } from "./pending-status.ts";
import { txPlaceView } from "./tx-place.ts";

/** What became of a transaction. An aborted proposal is dropped for good. specification 3 and 4.3 */
export const getTxStatus: Handler<"platform.getTxStatus", "queries" | "transactions"> = (
  params,
  { queries, transactions },
) => {
  const txID = idArgument("txID", params.txID);
  const accepted = queries.txs.byID(txID);
  if (accepted === undefined) return pendingStatus(txID, transactions);
  return { ...acceptedStatus(accepted, queries), ...txPlaceView(accepted.height, { queries }) };
};

type AcceptedStatus =
  | { readonly status: "Committed" }
  | { readonly status: "Dropped"; readonly reason: string };

function acceptedStatus({ status, height }: AcceptedTx, { blocks }: ChainQueries): AcceptedStatus {
  if (status === "Committed") return { status };
  // The block after the proposal aborted it.
  const abortBlock = blocks.byHeight(height + 1n);
  if (abortBlock === undefined) throw new Error(`No block aborts the proposal at ${height}.`);
  return { status: "Dropped", reason: `aborted by block ${formatId(abortBlock.id)}` };
}
