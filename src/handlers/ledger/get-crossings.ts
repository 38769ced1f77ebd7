import type { Handler } from "../handler.ts";
import { ledgerOf } from "../past/coverage.ts";
import { crossingView } from "../past/crossing-view.ts";
import { filterAddresses, filterID } from "../past/filter-ids.ts";
import { pageOf, selectedMembers } from "../past/page.ts";

/** What stored chains exported to the P-chain and imported from it, page by page. */
export const getCrossings: Handler<
  "ledger.getCrossings",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  const { filter = {}, fields } = params;
  const { ledger, tip } = ledgerOf(context);
  const conditions = {
    addresses: filterAddresses(filter.addresses, context),
    chainID: filterID("chainID", filter.chainID),
    kind: filter.kind,
    txID: filterID("txID", filter.txID),
  };
  const method = "ledger.getCrossings";
  const form = ["b", "n", "n", "n"] as const;
  const list = { method, selection: filter, isDescending: true, form } as const;
  const { page, cursor } = pageOf(params, list, { ledger, tip });
  const { rows, next } = ledger.crossings(conditions, page);
  const crossings = rows.map((row) => crossingView(row, context));
  if (fields === undefined) return { crossings, ...cursor(next) };
  return { crossings: selectedMembers(crossings, fields), fields, ...cursor(next) };
};
