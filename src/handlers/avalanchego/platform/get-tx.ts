import type { AvalanchegoHandler } from "../../handler.ts";
import { encodedTx } from "../../platform/encoded-tx.ts";

/** In any encoding. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTx: AvalanchegoHandler<"platform.getTx", "chain" | "queries"> = encodedTx;
