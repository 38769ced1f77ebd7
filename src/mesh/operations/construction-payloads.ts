import { buildTx } from "../construction/build-tx.ts";
import { payloadsOf } from "../construction/signing.ts";
import { formatOwnedTx } from "../construction/transaction-text.ts";
import type { Operation } from "../operation.ts";

export const constructionPayloads: Operation<"constructionPayloads"> = (
  { operations, metadata },
  context,
) => {
  const built = buildTx(operations, metadata, context);
  return { unsigned_transaction: formatOwnedTx(built), payloads: payloadsOf(built) };
};
