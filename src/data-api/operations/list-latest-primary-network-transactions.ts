import type { Operation } from "../operation.ts";
import { txPage } from "../tx-page.ts";

/** The transactions of a chain, page by page. */
export const listLatestPrimaryNetworkTransactions: Operation<"listLatestPrimaryNetworkTransactions"> =
  txPage;
