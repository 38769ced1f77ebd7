import { parseOwnedTx } from "../construction/transaction-text.ts";
import { MeshError } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";

/** AvalancheGo's reasons that pass with time: the transaction itself may be valid. */
const passing = /\b(mempool is full|chain not synced)\b/;

export const constructionSubmit: Operation<"constructionSubmit"> = async (
  { signed_transaction },
  context,
) => {
  const { tx } = parseOwnedTx("signed_transaction", signed_transaction, context);
  const reason = await context.transactions.issue(tx);
  if (reason !== undefined) {
    throw new MeshError(passing.test(reason) ? "notReady" : "transactionRejected", reason);
  }
  return { transaction_identifier: { hash: context.views.id(tx.id) } };
};
