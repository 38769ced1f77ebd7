import { type BytesKey, keyOf } from "../formats/bytes.ts";
import type { Block, Transaction } from "../generated/mesh/types.ts";
import { blockTxs, parseBlock } from "../pchain/blocks/block.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { LedgerQueries } from "../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
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
  const own = ownTxs(row, context);
  const txs = eachRead(ledger.txsAt(row.height), (tx) => {
    const known = own.get(keyOf(tx.id)) ?? context.queries.txs.byID(tx.id)?.tx;
    return txView(tx, known, ledger, context);
  });
  return fees === undefined ? txs : [fees, ...txs];
}

/** The transactions in a block, which is read once for all of them; none of an option, which decides the proposal's. */
function ownTxs({ height, tx_count }: BlockRow, { queries }: MeshContext): Map<BytesKey, Tx> {
  if (tx_count === 0) return new Map();
  const { bytes } = queries.blocks.byHeight(BigInt(height))!;
  const block = parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
  return new Map(blockTxs(block).map((tx) => [keyOf(tx.id), tx]));
}
