import { blockchainView } from "../blockchain-view.ts";
import { requireNetwork } from "../chain.ts";
import { createdPage } from "../created-page.ts";
import type { Operation } from "../operation.ts";

/** The blockchains that were created. */
export const listBlockchains: Operation<"listBlockchains"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { rows, token } = createdPage(params, "CreateChainTx", context);
  return { ...token, blockchains: rows.map((row) => blockchainView(row, false, context)) };
};
