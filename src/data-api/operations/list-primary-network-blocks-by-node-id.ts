import { blockPage } from "../block-page.ts";
import { nodeIDParam } from "../ids.ts";
import type { Operation } from "../operation.ts";

/** The blocks that a node signed, page by page. */
export const listPrimaryNetworkBlocksByNodeId: Operation<"listPrimaryNetworkBlocksByNodeId"> = (
  params,
  context,
) => blockPage(params, nodeIDParam("nodeId", params.nodeId), context);
