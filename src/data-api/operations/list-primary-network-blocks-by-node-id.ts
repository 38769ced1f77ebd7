import { FormatError } from "../../formats/format-error.ts";
import { parseNodeId } from "../../formats/node-id.ts";
import { blockPage } from "../block-page.ts";
import type { Operation } from "../operation.ts";
import { badRequest } from "../problem.ts";

/** The blocks that a node signed, page by page. */
export const listPrimaryNetworkBlocksByNodeId: Operation<"listPrimaryNetworkBlocksByNodeId"> = (
  params,
  context,
) => blockPage(params, nodeIDOf(params.nodeId), context);

function nodeIDOf(text: string) {
  try {
    return parseNodeId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw badRequest("nodeId", `a node ID: ${error.message}`, text);
  }
}
