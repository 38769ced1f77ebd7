import type { Handler } from "../handler.ts";

/** The P-chain height that this node would propose. specification 4.3 */
export const getProposedHeight: Handler<"platform.getProposedHeight", "transactions"> = (
  _params,
  { transactions },
) => ({ height: transactions.minimumHeight().toString() });
