import type { Block, Transaction } from "../generated/mesh/types.ts";
import type { LedgerQueries } from "../store/ledger/queries/ledger-queries.ts";
import { l1FeesTx } from "./l1-parts.ts";
import { type BlockRow, blockIdentifier, timestampOf } from "./ledger.ts";
import type { MeshContext } from "./operation.ts";
import { txView } from "./tx-view.ts";

/** A block, with all that its acceptance changed. */
export function blockView(row: BlockRow, ledger: LedgerQueries, context: MeshContext): Block {
  const own = blockIdentifier(row, context);
  return {
    block_identifier: own,
    parent_block_identifier:
      row.height === 0
        ? own
        : blockIdentifier({ height: row.height - 1, id: row.parent_id }, context),
    timestamp: timestampOf(row),
    transactions: blockTransactions(row, ledger, context),
    metadata: { type: row.kind },
  };
}

/** What L1 validators paid comes first: the time passes before transactions are executed. */
export function blockTransactions(
  row: BlockRow,
  ledger: LedgerQueries,
  context: MeshContext,
): Transaction[] {
  const fees = l1FeesTx(row, context);
  const txs = ledger.changesAt(row.height).txs.map((tx) => txView(tx, ledger, context));
  return fees === undefined ? txs : [fees, ...txs];
}
