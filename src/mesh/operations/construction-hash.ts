import { parseOwnedTx } from "../construction/transaction-text.ts";
import type { Operation } from "../operation.ts";

export const constructionHash: Operation<"constructionHash"> = (
  { signed_transaction },
  context,
) => {
  const { tx } = parseOwnedTx("signed_transaction", signed_transaction, context);
  return { transaction_identifier: { hash: context.views.id(tx.id) } };
};
