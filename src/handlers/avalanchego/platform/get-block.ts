import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { blockByID } from "../../platform/get-block.ts";
import { encodedBlock } from "../../views/accepted-block.ts";

/** Any encoding. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBlock: AvalanchegoWrittenHandler<"platform.getBlock", "chain" | "queries"> = (
  { blockID, encoding },
  { chain, queries },
) => encodedBlock(blockByID(blockID, queries), encoding, chain);
