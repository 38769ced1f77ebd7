import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { blockAtHeight } from "../../platform/get-block-by-height.ts";
import { encodedBlock } from "../../views/accepted-block.ts";

/** Any encoding. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBlockByHeight: AvalanchegoWrittenHandler<
  "platform.getBlockByHeight",
  "chain" | "queries"
> = ({ height, encoding }, { chain, queries }) =>
  encodedBlock(blockAtHeight(height, queries), encoding, chain);
