import { wholeLedger } from "../ledger.ts";
import type { Operation } from "../operation.ts";
import { searched } from "../search.ts";
import { txView } from "../tx-view.ts";

export const searchTransactions: Operation<"searchTransactions"> = (params, context) => {
  const { ledger, tip } = wholeLedger(context);
  const heightMax = Math.min(tip, params.max_block ?? tip);
  const found = searched(params, { ledger, heightMax }, context);
  const end = params.offset + params.limit;
  return {
    transactions: found.slice(params.offset, end).map((row) => ({
      block_identifier: { index: row.height, hash: context.views.id(row.block_id) },
      transaction: txView(row, context.queries.txs.byID(row.id)?.tx, ledger, context),
    })),
    total_count: found.length,
    ...(end < found.length && { next_offset: end }),
  };
};
