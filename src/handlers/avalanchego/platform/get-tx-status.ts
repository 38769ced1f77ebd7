import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { unacceptedStatus } from "../../platform/get-tx-status.ts";

/** Returns `Aborted` for an aborted proposal. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTxStatus: AvalanchegoHandler<"platform.getTxStatus", "queries" | "transactions"> = (
  params,
  { queries, transactions },
) => {
  const txID = idArgument("txID", params.txID);
  const status = queries.txs.statusOf(txID);
  return status === undefined ? unacceptedStatus(txID, transactions) : { status };
};
