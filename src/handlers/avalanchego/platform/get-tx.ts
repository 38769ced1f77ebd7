import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { acceptedTx, encodedTx } from "../../platform/get-tx.ts";

/** Any encoding; without the block of the transaction. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTx: AvalanchegoWrittenHandler<"platform.getTx", "chain" | "queries"> = (
  params,
  context,
) => encodedTx(acceptedTx(params.txID, context).tx, params.encoding, context, {});
