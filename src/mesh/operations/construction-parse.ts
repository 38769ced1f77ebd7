import { builtMetadata } from "../construction/built-metadata.ts";
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
  const operations = numbered(constructionParts(owned, context), 0, undefined);
  return {
    operations,
    account_identifier_signers: signers.map((address) => ({ address })),
    metadata: builtMetadata(owned.tx, operations, context),
  };
};
