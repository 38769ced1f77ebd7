import { formatId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import type { BlockEvent, TransactionEvent, ValidatorEvent } from "../generated/events.ts";
import { type Block, blockTxs, parseBlock } from "../pchain/blocks/block.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import { formatCursor } from "./cursor.ts";
import type { LedgerEvent, LedgerEventWithoutCursor } from "./ledger-events.ts";

/** The parts of the accepted chain that events are built from. */
export type EventSource = {
  readonly blocks: Pick<ChainQueries["blocks"], "byHeight" | "lastAccepted">;
  readonly validators: Pick<ChainQueries["validators"], "changesAt">;
};

export type HeldEvent = BlockEvent | TransactionEvent | ValidatorEvent | LedgerEvent;

/**
 * All events of the block at an accepted height, in a fixed order: the block, the transactions that it decided, and
 * the validators that it changed, by subnet and node. Those of the ledger follow, so that a cursor is the same without them.
 */
export function eventsAt(
  height: bigint,
  source: EventSource,
  ofLedger: readonly LedgerEventWithoutCursor[] = [],
): readonly HeldEvent[] {
  const block = blockAt(height, source);
  const events: readonly WithoutCursor[] = [
    blockEvent(block),
    ...decidedTxs(block, source).map((tx) => transactionEvent(tx, block)),
    ...source.validators.changesAt(height).map(
      ({ subnetID, nodeID, weight, previousWeight }): WithoutCursor => ({
        type: "validator",
        height: String(height),
        subnetID: formatId(subnetID),
        nodeID: formatNodeId(nodeID),
        weight: String(weight),
        previousWeight: String(previousWeight),
      }),
    ),
    ...ofLedger,
  ];
  return events.map((event, index) => {
    const cursor = formatCursor({ height, count: index + 1, blockID: block.id });
    return { ...event, cursor } as HeldEvent;
  });
}

type WithoutCursor =
  | Omit<BlockEvent, "cursor">
  | Omit<TransactionEvent, "cursor">
  | Omit<ValidatorEvent, "cursor">
  | LedgerEventWithoutCursor;

function blockAt(height: bigint, { blocks }: EventSource): Block {
  const accepted = blocks.byHeight(height);
  if (accepted === undefined) throw new Error(`no block at height ${height}`);
  return parseBlock(accepted.bytes, { bytesMax: Infinity });
}

function blockEvent(block: Block): Omit<BlockEvent, "cursor"> {
  return {
    type: "block",
    height: String(block.height),
    blockID: formatId(block.id),
    parentID: formatId(block.parentID),
    kind: block.kind,
    ...("time" in block && { timestamp: String(block.time) }),
    txIDs: blockTxs(block).map(({ id }) => formatId(id)),
  };
}

/** A proposal block decides nothing: its option decides its transactions. */
function decidedTxs(block: Block, source: EventSource): readonly Tx[] {
  switch (block.kind) {
    case "ApricotProposalBlock":
    case "BanffProposalBlock":
      return [];
    case "ApricotAbortBlock":
    case "ApricotCommitBlock":
    case "BanffAbortBlock":
    case "BanffCommitBlock":
      // The genesis block is a commit block without a proposal.
      return block.height === 0n ? [] : blockTxs(blockAt(block.height - 1n, source));
    default:
      return blockTxs(block);
  }
}

/** Before Banff, an aborted transaction could be accepted later, so its last status does not say what this block decided. */
function transactionEvent({ id }: Tx, block: Block): Omit<TransactionEvent, "cursor"> {
  const blockID = formatId(block.id);
  const decided = {
    type: "transaction",
    txID: formatId(id),
    height: String(block.height),
    blockID,
  } as const;
  return block.kind === "ApricotAbortBlock" || block.kind === "BanffAbortBlock"
    ? { ...decided, status: "Dropped", reason: `aborted by block ${blockID}` }
    : { ...decided, status: "Committed" };
}
