import type { AvalanchegoHandler } from "../../handler.ts";
import { acceptedTx, encodedTx } from "../../platform/encoded-tx.ts";

/** In any encoding, without its block. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTx: AvalanchegoHandler<"platform.getTx", "chain" | "queries"> = (params, context) =>
  encodedTx(acceptedTx(params.txID, context).tx, params.encoding, context);
