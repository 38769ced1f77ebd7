import { buildTx } from "../construction/build-tx.ts";
import type { Operation } from "../operation.ts";

/** Refuses what cannot be built. */
export const constructionPreprocess: Operation<"constructionPreprocess"> = (
  { operations, metadata = {} },
  context,
) => {
  buildTx(operations, metadata, context);
  return { options: { operations, metadata }, required_public_keys: [] };
};
