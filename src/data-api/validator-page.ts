import type { Id, NodeId } from "../formats/bytes.ts";
import type { ValidatorPage } from "../generated/data-api/types.ts";
import type { PeriodRecord } from "../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
import { wholeLedger } from "./ledger.ts";
import { filtered } from "./lists.ts";
import type { DataContext } from "./operation.ts";
import { type PageParams, requestedPage } from "./page.ts";
import { periodForm, periodList, periodPlace } from "./period-list.ts";
import { type ValidationStatus, validationStatusOf, validatorView } from "./validator-view.ts";

export type ValidatorListParams = PageParams & {
  readonly validationStatus?: ValidationStatus;
  readonly sortOrder: "asc" | "desc";
};

export type ValidatorFilter = {
  readonly nodeIDs: readonly NodeId[] | undefined;
  readonly subnetID: Id | undefined;
};

const periodStatus = {
  active: "running",
  pending: "pending",
  completed: "ended",
  removed: "ended",
} as const;

/** A page of periods of validators by their start. `selection` names the filter. */
export function validatorPage(
  params: ValidatorListParams,
  filter: ValidatorFilter,
  selection: readonly (string | undefined)[],
  context: DataContext,
): ValidatorPage {
  const { validationStatus: wanted, sortOrder } = params;
  const whole = wholeLedger(context);
  const { page, token } = requestedPage(
    params,
    {
      selection: ["validators", wanted, ...selection],
      isDescending: sortOrder === "desc",
      form: periodForm,
    },
    whole,
  );
  const status = wanted && periodStatus[wanted];
  const all = periodList(whole.ledger, { ...filter, role: "validator", status });
  const isWanted = (row: PeriodRecord) =>
    wanted === undefined || validationStatusOf(row) === wanted;
  const { rows, next } = filtered(all, isWanted, periodPlace)(page);
  return {
    ...token(next),
    validators: eachRead(rows, (row) => validatorView(row, whole.ledger, context)),
  };
}
