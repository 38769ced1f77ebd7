import { signed } from "../construction/signing.ts";
import { formatOwnedTx, parseOwnedTx } from "../construction/transaction-text.ts";
import type { Operation } from "../operation.ts";

export const constructionCombine: Operation<"constructionCombine"> = (
  { unsigned_transaction, signatures },
  context,
) => {
  const combined = signed(
    parseOwnedTx("unsigned_transaction", unsigned_transaction, context),
    signatures,
    context,
  );
  return { signed_transaction: formatOwnedTx(combined) };
};
