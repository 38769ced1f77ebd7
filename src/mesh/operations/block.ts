import { blockView } from "../block-view.ts";
import { blockOf } from "../ledger.ts";
import type { Operation } from "../operation.ts";

export const block: Operation<"block"> = ({ block_identifier }, context) => {
  const row = blockOf(block_identifier, context);
  return { block: blockView(row, row.ledger, context) };
};
