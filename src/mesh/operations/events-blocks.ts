import { blockIdentifier, wholeLedger } from "../ledger.ts";
import type { Operation } from "../operation.ts";

/** Blocks are final, so a block's sequence is its height. */
export const eventsBlocks: Operation<"eventsBlocks"> = ({ offset, limit }, context) => {
  const { ledger, tip } = wholeLedger(context);
  const from = offset ?? Math.max(0, tip + 1 - limit);
  const page = { limit: Math.max(1, limit), after: undefined, isDescending: false };
  const { rows } =
    limit === 0 || from > tip ? { rows: [] } : ledger.blocks({ heights: { from, to: tip } }, page);
  return {
    max_sequence: tip,
    events: rows.map((row) => ({
      sequence: row.height,
      block_identifier: blockIdentifier(row, context),
      type: "block_added" as const,
    })),
  };
};
