import type { Handler } from "../handler.ts";
import { filterID, filterNodeID } from "../past/filter-ids.ts";
import { l1Views } from "../past/l1-view.ts";
import { momentOf } from "../past/moment.ts";
import { pageOf, selectedMembers } from "../past/page.ts";

/** L1 validators as they were after a block, removed ones too, page by page. */
export const getL1Validators: Handler<
  "ledger.getL1Validators",
  "chain" | "clock" | "queries" | "state" | "views"
> = (params, context) => {
  const { filter = {}, fields } = params;
  const { ledger, height, view } = momentOf(params, context);
  const conditions = {
    height,
    subnetID: filterID("subnetID", filter.subnetID),
    nodeID: filterNodeID("nodeID", filter.nodeID),
    status: filter.status,
  };
  const method = "ledger.getL1Validators";
  const selection = { filter, height: params.height, time: params.time };
  const list = { method, selection, isDescending: false, form: ["n", "b"] } as const;
  const { page, cursor } = pageOf(params, list, { ledger, tip: height });
  const { rows, next } = ledger.l1Validators(conditions, page);
  const wantsForecasts = fields === undefined || fields.includes("forecast");
  const validators = l1Views(rows, { height, wantsForecasts }, context);
  if (fields === undefined) return { validators, ...view, ...cursor(next) };
  return { validators: selectedMembers(validators, fields), fields, ...view, ...cursor(next) };
};
