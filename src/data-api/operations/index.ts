import type { Operations } from "../operation.ts";
import { getBlockById } from "./get-block-by-id.ts";
import { listLatestPrimaryNetworkBlocks } from "./list-latest-primary-network-blocks.ts";
import { listPrimaryNetworkBlocksByNodeId } from "./list-primary-network-blocks-by-node-id.ts";

export const handlers: Operations = {
  getBlockById,
  listLatestPrimaryNetworkBlocks,
  listPrimaryNetworkBlocksByNodeId,
};
