import { signersOf } from "../construction/signing.ts";
import { parseOwnedTx } from "../construction/transaction-text.ts";
import type { Operation } from "../operation.ts";
import { constructionParts } from "../tx-parts.ts";
import { numbered } from "../tx-view.ts";

export const constructionParse: Operation<"constructionParse"> = (
  { signed, transaction },
  context,
) => {
  const owned = parseOwnedTx("transaction", transaction, context, signed);
  const signers = signed ? signersOf("transaction", owned, context) : [];
  return {
    operations: numbered(constructionParts(owned, context), 0, undefined),
    account_identifier_signers: signers.map((address) => ({ address })),
  };
};
