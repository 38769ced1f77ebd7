import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { AcceptedTx, ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { Transactions } from "../context.ts";
import type { Handler } from "../handler.ts";
import { txPlaceView } from "../views/accepted-block.ts";

/** The status of a transaction. An aborted proposal counts as dropped. specification 3 and 4.3 */
export const getTxStatus: Handler<"platform.getTxStatus", "queries" | "transactions"> = (
  params,
  { queries, transactions },
) => {
  const txID = idArgument("txID", params.txID);
  const accepted = queries.txs.byID(txID);
  if (accepted === undefined) return unacceptedStatus(txID, transactions);
  return { ...acceptedStatus(accepted, queries), ...txPlaceView(accepted.height, { queries }) };
};

type AcceptedStatus =
  | { readonly status: "Committed" }
  | { readonly status: "Dropped"; readonly reason: string };

function acceptedStatus({ status, height }: AcceptedTx, { blocks }: ChainQueries): AcceptedStatus {
  if (status === "Committed") return { status };
  // The option that aborts a proposal is the next block.
  const abortBlock = blocks.byHeight(height + 1n);
  if (abortBlock === undefined) throw new Error(`no block aborts the proposal at height ${height}`);
  return { status: "Dropped", reason: `aborted by block ${formatId(abortBlock.id)}` };
}

export type UnacceptedStatus =
  | { readonly status: "Processing" | "Unknown" }
  | { readonly status: "Dropped"; readonly reason: string };

/** The status of a transaction that is in no accepted block. */
export function unacceptedStatus(txID: Id, transactions: Transactions): UnacceptedStatus {
  const pending = transactions.status(txID);
  if (pending === undefined) return { status: "Unknown" };
  if (pending.kind === "Processing") return { status: "Processing" };
  return { status: "Dropped", reason: pending.reason };
}
