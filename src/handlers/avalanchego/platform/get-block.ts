import type { AvalanchegoHandler } from "../../handler.ts";
import { encodedBlock } from "../../platform/encoded-block.ts";
import { blockByID } from "../../platform/get-block.ts";

/** In any encoding. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBlock: AvalanchegoHandler<"platform.getBlock", "chain" | "queries"> = (
  { blockID, encoding },
  { chain, queries },
) => encodedBlock(blockByID(blockID, queries), encoding, chain);
