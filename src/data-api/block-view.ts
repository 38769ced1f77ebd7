import type { PrimaryNetworkBlock, ProposerDetails } from "../generated/data-api/types.ts";
import type { LedgerQueries } from "../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import type { BlockContext, DataContext } from "./operation.ts";

type BlockRow = LedgerRow<"blocks">;

/** A block of the ledger, with the IDs of its transactions, kept for other answers. */
export function blockPart(
  row: BlockRow,
  ledger: LedgerQueries,
  context: BlockContext & Pick<DataContext, "parts">,
): PrimaryNetworkBlock {
  return context.parts.get(`block ${row.height}`, () => blockView(row, ledger, context));
}

/** A block of the ledger, with the IDs of its transactions. */
export function blockView(
  row: BlockRow,
  ledger: LedgerQueries,
  context: BlockContext,
): PrimaryNetworkBlock {
  const { views } = context;
  return {
    blockNumber: row.height.toString(),
    blockHash: views.id(row.id),
    parentHash: views.id(row.parent_id),
    blockTimestamp: row.time,
    blockType: row.kind,
    txCount: row.tx_count,
    transactions: row.tx_count === 0 ? [] : ledger.txIDsIn(row.height).map(views.id),
    blockSizeBytes: row.byte_count,
    l1ValidatorsAccruedFees: Number(row.l1_accrued_fees),
    activeL1Validators: row.l1_active,
    currentSupply: row.supply.toString(),
    ...proposerMember(row, ledger, context),
  };
}

function proposerMember(
  { height, proposer, container_id }: BlockRow,
  ledger: LedgerQueries,
  { views }: Pick<DataContext, "views">,
): { readonly proposerDetails?: ProposerDetails } {
  if (proposer === null) return {};
  const parent = ledger.block(height - 1)?.container_id ?? null;
  return {
    proposerDetails: {
      ...(container_id !== null && { proposerId: views.id(container_id) }),
      ...(parent !== null && { proposerParentId: views.id(parent) }),
      proposerNodeId: views.nodeID(proposer),
    },
  };
}
