import { blockPage } from "../block-page.ts";
import type { Operation } from "../operation.ts";

/** The blocks of a chain, page by page. */
export const listLatestPrimaryNetworkBlocks: Operation<"listLatestPrimaryNetworkBlocks"> = (
  params,
  context,
) => blockPage(params, undefined, context);
