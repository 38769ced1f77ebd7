import type { Handler } from "../handler.ts";
import { filterAddresses, filterID, filterNodeID } from "../past/filter-ids.ts";
import { pageOf, selectedMembers } from "../past/page.ts";
import { rangeOf } from "../past/range.ts";
import { sharesView, txView } from "../past/tx-view.ts";

/** Accepted transactions that meet a filter, page by page. */
export const getTransactions: Handler<
  "ledger.getTransactions",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  const { filter = {}, fields } = params;
  const range = rangeOf(filter, context);
  const { heights, ledger } = range;
  const conditions = {
    heights,
    addresses: filterAddresses(filter.addresses, context),
    kinds: filter.kinds,
    nodeID: filterNodeID("nodeID", filter.nodeID),
    subnetID: filterID("subnetID", filter.subnetID),
    validationID: filterID("validationID", filter.validationID),
    chainID: filterID("chainID", filter.chainID),
  };
  const method = "ledger.getTransactions";
  const list = { method, selection: filter, isDescending: true, form: ["n", "n"] } as const;
  const { page, cursor } = pageOf(params, list, range);
  const { rows, next } = ledger.txs(conditions, page);
  const transactions = rows.map((row) => {
    const view = txView(row, context);
    if (filter.addresses !== undefined) view.shares = sharesView(row, context);
    return view;
  });
  if (fields === undefined) return { transactions, ...cursor(next) };
  return { transactions: selectedMembers(transactions, fields), fields, ...cursor(next) };
};
