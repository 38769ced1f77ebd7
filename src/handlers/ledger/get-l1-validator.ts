import { errors } from "../../generated/errors.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { l1EventView } from "../past/l1-event-view.ts";
import { l1Views } from "../past/l1-view.ts";
import { momentOf } from "../past/moment.ts";
import { pageOf } from "../past/page.ts";

/** An L1 validator after a block, with its changes up to there. */
export const getL1Validator: Handler<
  "ledger.getL1Validator",
  "chain" | "clock" | "queries" | "state" | "views"
> = (params, context) => {
  const validationID = idArgument("validationID", params.validationID);
  const { ledger, height, view } = momentOf(params, context);
  const record = ledger.l1Validator(validationID, height);
  if (record === undefined) {
    throw errors.ledgerL1ValidatorNotFound({ validationID: params.validationID, height });
  }
  const method = "ledger.getL1Validator";
  const selection = { validationID: params.validationID };
  const list = { method, selection, isDescending: false, form: ["n", "n"] } as const;
  const { page, cursor } = pageOf(params, list, { ledger, tip: height });
  const { rows, next } = ledger.l1Events({ validationID, height }, page);
  const [validator] = l1Views([record], { height, wantsForecasts: true }, context);
  return {
    validator: validator!,
    events: rows.map((row) => l1EventView(row, context)),
    ...view,
    ...cursor(next),
  };
};
