import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { pendingStatus } from "../../platform/pending-status.ts";

/** Knows `Aborted`. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTxStatus: AvalanchegoHandler<"platform.getTxStatus", "queries" | "transactions"> = (
  params,
  { queries, transactions },
) => {
  const txID = idArgument("txID", params.txID);
  const accepted = queries.txs.byID(txID);
  return accepted === undefined ? pendingStatus(txID, transactions) : { status: accepted.status };
};
