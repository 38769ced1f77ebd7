import type { AvalanchegoHandler } from "../../handler.ts";
import { issuedTx } from "../../platform/issued-tx.ts";

/** In any encoding. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const issueTx: AvalanchegoHandler<"platform.issueTx", "transactions"> = issuedTx;
