import type { Handler } from "../handler.ts";
import { blockView } from "../past/block-view.ts";
import { filterNodeID } from "../past/filter-ids.ts";
import { pageOf, selectedMembers } from "../past/page.ts";
import { rangeOf } from "../past/range.ts";

/** Blocks with the state of the network after each, page by page. */
export const getBlocks: Handler<"ledger.getBlocks", "chain" | "clock" | "queries" | "views"> = (
  params,
  context,
) => {
  const { filter = {}, fields } = params;
  const range = rangeOf(filter, context);
  const { heights, ledger } = range;
  const conditions = { heights, proposer: filterNodeID("proposer", filter.proposer) };
  const method = "ledger.getBlocks";
  const list = { method, selection: filter, isDescending: true, form: ["n"] } as const;
  const { page, cursor } = pageOf(params, list, range);
  const { rows, next } = ledger.blocks(conditions, page);
  const blocks = rows.map((row) => blockView(row, context));
  if (fields === undefined) return { blocks, ...cursor(next) };
  return { blocks: selectedMembers(blocks, fields), fields, ...cursor(next) };
};
